/* Who writes which table: one folder each. The others ask it, by a function that takes their transaction and names the event. */
const owners: Record<string, readonly string[]> = {
  core: ['house_secret', 'installation', 'mirror_clock', 'network_guess', 'rate_count', 'sign_in_failure'],
  ledger: ['account_checkpoint', 'book_day', 'book_proof', 'entry', 'house_account', 'seller_day', 'wallet', 'wallet_day'],
  'features/access': ['device', 'mailed_token', 'mfa_challenge', 'session', 'sign_up', 'social_identity'],
  'features/api-keys': ['api_key'],
  'features/audit': ['audit', 'audit_seal'],
  'features/bank-accounts': ['bank_account'],
  'features/bank-statements': ['bank_statement', 'statement_file', 'statement_mapping', 'statement_name'],
  'features/banners': ['banner'],
  'features/buying-list': ['mapping'],
  'features/callbacks': ['callback_origin', 'delivery', 'delivery_attempt'],
  'features/catalogue': ['brand', 'brand_group', 'category', 'product'],
  'features/cash-accounts': ['adjustment', 'cash_correction', 'cash_transfer'],
  'features/cash-out': ['cash_out', 'payout'],
  'features/decisions': ['alone_decision', 'pending_decision', 'shut_out_administrator'],
  'features/debts': ['debt_settlement', 'seller_debt'],
  'features/deposits': ['deposit', 'payment_method'],
  'features/gateway': ['gateway_ask', 'gateway_payment'],
  'features/health': ['adapter_test', 'health_alert', 'health_alert_step'],
  'features/chat': ['conversation', 'message', 'participant'],
  'features/disputes': ['dispute'],
  'features/favourites': ['favourite'],
  'features/feeds': ['post', 'post_comment', 'post_like', 'post_report', 'post_comment_report'],
  'features/intake': ['sandbox_order'],
  'features/jabber': ['jabber_bill', 'jabber_bot', 'jabber_id', 'jabber_message', 'jabber_received', 'jabber_result', 'jabber_secret'],
  'features/maintenance': ['maintenance_notice'],
  'features/members': ['member', 'member_block', 'member_role', 'role'],
  'features/notices': ['notice', 'notice_box', 'notice_choice', 'notice_hour', 'push_quiet'],
  'features/offers': ['offer', 'seen_stock'],
  'features/otp': ['otp'],
  'features/outbox': ['outbox'],
  'features/pin': ['transaction_pin'],
  'features/price-changes': ['offer_change', 'offer_pause', 'shop_pause'],
  'features/proof': ['session_proof'],
  'features/push': ['push_device'],
  'features/purchases': [
    'attempt',
    'customer',
    'exchange',
    'inquiry',
    'offer_quality',
    // Placing takes stock in its one statement, so the number is kept where it is taken.
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
  'features/reconciliation': ['compared_bank_day', 'reconciliation_difference', 'reconciliation_run', 'seller_report', 'seller_report_row'],
  'features/reviews': ['review', 'seller_rating'],
  'features/seller-api': ['seller_api'],
  'features/seller-applications': ['seller_document'],
  'features/seller-self-test': ['self_test_report', 'self_test_run', 'self_test_situation', 'self_test_step'],
  'features/settings': ['setting', 'setting_change'],
  'features/shop': ['shop_closure'],
  'features/shop-names': ['shop_name'],
  'features/special-prices': ['buyer_found', 'special_price'],
  'features/targets': ['operator'],
  'features/terms': ['terms', 'terms_acceptance'],
  'features/two-factor': ['recovery_code', 'two_factor'],
  'features/unmatched-money': ['unmatched_money'],
  'features/uploads': ['upload'],
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

/** Writes by another folder than the owner's. Demonstration data, benchmark and tests make rows of all kinds. */
export function strangeWrites(file: string, text: string): string[] {
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

/** Tables without an owner, and owned ones that are none; `schema` is the generated server/src/core/schema.ts. */
export function ownerlessTables(schema: string): string[] {
  const tables = [...(/export interface DB \{(.*?)\n\}/s.exec(schema)?.[1] ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name ?? '')
  return [
    ...(tables.length === 0 ? ['scripts/table-owners.ts no longer finds the tables in server/src/core/schema.ts'] : []),
    ...tables.filter((table) => !ownerOf.has(table)).map((table) => `scripts/table-owners.ts: nobody owns the table ${table}`),
    ...[...ownerOf.keys()].filter((table) => !tables.includes(table)).map((table) => `scripts/table-owners.ts: there is no table ${table}`),
  ]
}
