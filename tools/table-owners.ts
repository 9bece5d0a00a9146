/*
 * Which folder writes each table. Exactly one folder may write a table; other folders call its functions, and pass their transaction and the name of
 * the event.
 */
const owners: Record<string, readonly string[]> = {
  db: ['installation', 'cache_version', 'database_timeline', 'database_restore', 'worker_witness'],
  http: ['network_attempt', 'rate_count', 'sign_in_failure'],
  shared: ['platform_secret'],
  ledger: ['account_checkpoint', 'ledger_day', 'ledger_check', 'entry', 'system_account', 'seller_day', 'wallet', 'wallet_day'],
  'contexts/auth/access': ['device', 'email_token', 'mfa_challenge', 'session', 'setup_token', 'sign_up', 'social_identity'],
  'contexts/partners/api-keys': ['api_key'],
  'contexts/system/audit': ['audit', 'audit_seal'],
  'contexts/funds/bank-accounts': ['bank_account'],
  'contexts/funds/bank-statements': ['bank_statement', 'statement_change', 'statement_file', 'statement_mapping', 'statement_name'],
  'contexts/system/banners': ['banner'],
  'contexts/ordering/buying-list': ['buying_list_entry'],
  'contexts/partners/callbacks': ['callback_endpoint', 'delivery', 'delivery_attempt'],
  'contexts/catalogue/catalogue': ['brand', 'brand_group', 'category', 'product', 'starter_entry'],
  'contexts/funds/treasury': ['adjustment', 'cash_correction', 'cash_transfer'],
  'contexts/funds/cash-outs': ['cash_out', 'payout'],
  'contexts/system/approvals': ['solo_approval', 'approval_request', 'blocked_administrator'],
  'contexts/funds/debts': ['debt_settlement', 'seller_debt'],
  'contexts/funds/top-ups': ['top_up', 'payment_method'],
  'contexts/funds/payment-gateway': ['payment_request', 'gateway_payment'],
  'contexts/backoffice/backups': ['backup_run', 'wal_shipment'],
  'contexts/backoffice/health': ['adapter_test', 'health_alert', 'health_alert_step'],
  'contexts/backoffice/opening': ['opening_checklist'],
  'contexts/community/chat': ['conversation', 'message', 'participant'],
  'contexts/ordering/disputes': ['dispute'],
  'contexts/market-data/favourites': ['favourite'],
  'contexts/community/feeds': ['post', 'post_comment', 'post_like', 'post_report', 'post_comment_report'],
  'contexts/ordering/intake': ['sandbox_order'],
  'contexts/partners/jabber': [
    'jabber_bill',
    'jabber_bot',
    'jabber_id',
    'jabber_message',
    'jabber_received',
    'jabber_result',
    'jabber_secret',
  ],
  'contexts/system/maintenance': ['maintenance_notice'],
  'contexts/members/members': ['member', 'member_block', 'member_role', 'role'],
  'contexts/system/notifications': ['notification', 'notification_inbox', 'notification_preference', 'notification_digest', 'push_quiet'],
  'contexts/selling/offers': ['offer', 'previewed_stock'],
  'contexts/members/otp': ['otp'],
  'contexts/system/outbox': ['outbox'],
  'contexts/members/pin': ['transaction_pin'],
  'contexts/catalogue/price-changes': ['offer_change', 'offer_pause', 'shop_pause'],
  'contexts/members/step-up-auth': ['session_step_up'],
  'contexts/system/push': ['push_device'],
  'contexts/ordering/purchases': [
    'attempt',
    'customer',
    'exchange',
    'inquiry',
    'offer_quality',
    // The statement that places orders decreases the stock, so this table belongs to purchases.
    'offer_stock',
    'purchase',
    'purchase_alert',
    'purchase_day',
    'purchase_day_summed',
    'purchase_day_total',
    'purchase_force',
    'recent_order',
    'seller_purchase_day',
    'stock_count',
    'seller_quality',
  ],
  'contexts/funds/reconciliation': [
    'compared_bank_day',
    'compared_provider_day',
    'provider_transaction',
    'reconciliation_difference',
    'reconciliation_run',
    'seller_report',
    'seller_report_row',
  ],
  'contexts/selling/reviews': ['review', 'seller_rating'],
  'contexts/catalogue/seller-api': ['seller_api'],
  'contexts/selling/seller-applications': ['seller_document'],
  'contexts/selling/seller-self-test': ['self_test_report', 'self_test_run', 'self_test_situation', 'self_test_step'],
  'contexts/system/settings': ['setting', 'setting_change'],
  'contexts/catalogue/shop': ['shop_closure'],
  'contexts/members/shop-names': ['shop_name'],
  'contexts/catalogue/special-prices': ['buyer_found', 'special_price'],
  'contexts/market-data/targets': ['operator'],
  'contexts/system/terms': ['terms', 'terms_acceptance'],
  'contexts/members/two-factor': ['recovery_code', 'two_factor'],
  'contexts/funds/suspense': ['suspense_item'],
  'contexts/system/uploads': ['upload'],
}

const ownerOf = new Map(Object.entries(owners).flatMap(([owner, tables]) => tables.map((table) => [table, owner] as const)))

/** A statement that writes one of these tables, in SQL or by the query builder; the table is the first or second group. */
export const writeOf = (tables: readonly string[]): RegExp => {
  const names = `(${tables.join('|')})`
  return new RegExp(
    String.raw`\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+"?${names}"?(?![\w.])|\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"\`]${names}\b`,
    'gi',
  )
}

/** Violations: statements with which a folder writes a table of another folder. Demonstration data, benchmarks and tests may write any table. */
export function foreignWrites(file: string, text: string): string[] {
  if (!/^server\/src\/(?!demo\/).*(?<!\.test)\.ts$/.test(file)) return []
  return [...text.matchAll(writeOf([...ownerOf.keys()]))].flatMap((hit) => {
    const table = (hit[1] ?? hit[2] ?? '').toLowerCase()
    const owner = ownerOf.get(table)
    if (file.startsWith(`server/src/${owner}/`)) return []
    return [
      `${file}:${text.slice(0, hit.index).split('\n').length}: ${hit[0].replace(/\s+/g, ' ')} - only server/src/${owner}/ writes ${table}`,
    ]
  })
}

/** Violations: tables without an owner, and names in `owners` that are not tables. `schema` is the text of the generated server/src/db/schema.ts. */
export function ownerlessTables(schema: string): string[] {
  const tables = [...(/export interface DB \{(.*?)\n\}/s.exec(schema)?.[1] ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name ?? '')
  return [
    ...(tables.length === 0 ? ['tools/table-owners.ts no longer finds the tables in server/src/db/schema.ts'] : []),
    ...tables.filter((table) => !ownerOf.has(table)).map((table) => `tools/table-owners.ts: nobody owns the table ${table}`),
    ...[...ownerOf.keys()].filter((table) => !tables.includes(table)).map((table) => `tools/table-owners.ts: there is no table ${table}`),
  ]
}
