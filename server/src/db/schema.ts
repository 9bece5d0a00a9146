// Written by `npm run db:types` from server/migrations. Not edited by hand.

import type { ColumnType } from 'kysely'

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[] ? U[] : ArrayTypeImpl<T>

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S[], I[], U[]> : T[]

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export type Json = JsonValue

export type JsonArray = JsonValue[]

export type JsonObject = {
  [x: string]: JsonValue | undefined
}

export type JsonPrimitive = boolean | number | string | null

export type JsonValue = JsonArray | JsonObject | JsonPrimitive

export type LedgerEvent =
  | 'adjustment.booked'
  | 'cash_out.paid'
  | 'cash_out.rejected'
  | 'cash_out.requested'
  | 'cash_out.returned'
  | 'cash.corrected'
  | 'cash.transferred'
  | 'debt.settled'
  | 'deposit.approved'
  | 'deposit.cancelled'
  | 'purchase.held'
  | 'purchase.refunded'
  | 'purchase.released'
  | 'purchase.settled'
  | 'unmatched.received'
  | 'unmatched.released'

export type Numeric = ColumnType<string, number | string, number | string>

export type Timestamp = ColumnType<Date, Date | string, Date | string>

export interface AccountCheckpoint {
  account_id: bigint
  balance: bigint
  set_id: bigint
}

export interface AdapterTest {
  adapter: string
  at: Generated<Timestamp>
  id: Generated<bigint>
  member_id: bigint
  ok: boolean
  said: string
}

export interface Adjustment {
  amount: bigint
  asked_by: bigint | null
  created_at: Generated<Timestamp>
  id: Generated<bigint>
  member_id: bigint
  reason: string
  reffclient: string | null
  second_by: bigint | null
}

export interface ApiKey {
  allowed_addresses: Generated<string>
  created_at: Generated<Timestamp>
  id: Generated<bigint>
  key: string
  member_id: bigint
  name: string
  refused_address: string | null
  revoked_at: Timestamp | null
  secret: Buffer
  suspended_at: Timestamp | null
  test: Generated<boolean>
  timed: Generated<boolean>
  used_at: Timestamp | null
  version: Generated<bigint>
}

export interface ApprovalRequest {
  amount: bigint | null
  asked_by: bigint
  at: Generated<Timestamp>
  decided_at: Timestamp | null
  decided_by: bigint | null
  decided_reason: string | null
  id: Generated<bigint>
  kind: string
  outcome: string | null
  payload: Json
  reason: string
  subject: string
}

export interface Attempt {
  asks: Generated<number>
  buyers_fault: Generated<boolean>
  claimed_by: number | null
  claims: Generated<number>
  code_missing: Generated<boolean>
  created_at: Generated<Timestamp>
  due_at: Generated<Timestamp>
  id: bigint
  last_sent_at: Timestamp | null
  message: string | null
  number: number
  offer_id: bigint
  partial: Generated<boolean>
  price: bigint
  purchase_id: bigint
  seller_id: bigint
  sent_at: Timestamp | null
  state: Generated<number>
  stocked: Generated<boolean>
  supplier_reference: string | null
  took_ms: number | null
  updated_at: Generated<Timestamp>
}

export interface Audit {
  actor_id: bigint | null
  address: string
  after: Json | null
  at: Generated<Timestamp>
  before: Json | null
  event: string
  id: Generated<bigint>
  reason: string | null
  session_id: bigint | null
  subject: string
  subject_kind: string
}

export interface AuditSeal {
  at: Generated<Timestamp>
  day: Timestamp
  hash: Buffer
  previous: Buffer
  rows: bigint
}

export interface BackupRun {
  backup: string | null
  bytes: bigint | null
  ended_at: Timestamp | null
  error: string | null
  id: Generated<bigint>
  kind: string
  started_at: Generated<Timestamp>
}

export interface BankAccount {
  account_name: string
  account_no: string
  archived_at: Timestamp | null
  bank_code: string
  bank_said_at: Timestamp | null
  bank_says: string | null
  created_at: Generated<Timestamp>
  id: Generated<bigint>
  member_id: bigint
  updated_at: Generated<Timestamp>
}

export interface BankStatement {
  account_no: string
  amount: Numeric
  balance: Numeric | null
  bank_code: string
  confirmed_at: Timestamp | null
  created_at: Generated<Timestamp>
  description: string
  explained: Generated<string>
  explained_at: Timestamp | null
  explained_by: bigint | null
  explained_id: bigint | null
  file_id: bigint | null
  fingerprint: Buffer
  happened_at: Timestamp
  has_time: boolean
  id: Generated<bigint>
  /**
   * A source reports that the bank takes a credit back: a negative credit of a feed, or a word of the text
   */
  is_reversal: Generated<boolean>
  maybe_same_as: bigint | null
  nth: number
  reff: string
  source: string
  why: string | null
}

export interface Banner {
  active: Generated<boolean>
  archived_at: Timestamp | null
  caption: string
  created_at: Generated<Timestamp>
  expires_on: Timestamp | null
  id: Generated<bigint>
  image: string
  sort_order: Generated<number>
  updated_at: Generated<Timestamp>
}

export interface BlockedAdministrator {
  blocked_at: Generated<Timestamp>
  blocked_by: bigint
  member_id: bigint
}

export interface Brand {
  active: Generated<boolean>
  brand_group_id: bigint | null
  category_id: bigint
  id: Generated<bigint>
  logo: string | null
  name: string
  operator: string | null
  target_kind: Generated<string>
  updated_at: Generated<Timestamp>
}

export interface BrandGroup {
  active: Generated<boolean>
  category_id: bigint
  id: Generated<bigint>
  logo: string | null
  name: string
  updated_at: Generated<Timestamp>
}

export interface BuyerFound {
  at: Generated<Timestamp>
  member_id: bigint
  seller_id: bigint
}

export interface BuyingListEntry {
  active: Generated<boolean>
  archived_at: Timestamp | null
  buyer_id: bigint
  created_at: Generated<Timestamp>
  id: Generated<bigint>
  offer_id: bigint
  priority: number
  product_id: bigint
  version: Generated<bigint>
}

export interface CacheVersion {
  only_row: Generated<boolean>
  version: Generated<bigint>
}

export interface CallbackEndpoint {
  asked_at: Timestamp | null
  created_at: Generated<Timestamp>
  member_id: bigint
  notified_at: Timestamp | null
  origin: string
  token_hash: Buffer | null
  url: string
  verified_at: Timestamp | null
}

export interface CashCorrection {
  amount: bigint
  asked_by: bigint | null
  cash_code: string
  created_at: Generated<Timestamp>
  id: Generated<bigint>
  kind: string
  reason: string
  reffclient: string | null
  second_by: bigint | null
}

export interface CashOut {
  account_name: string
  account_no: string
  amount: bigint
  approved_by: bigint | null
  approved_description: string | null
  bank_code: string
  bank_says: string | null
  closed_account_at: Timestamp | null
  created_at: Generated<Timestamp>
  ended_at: Timestamp | null
  ended_by: bigint | null
  ended_reason: string | null
  id: Generated<bigint>
  kasus: number | null
  member_id: bigint
  paid_at: Timestamp | null
  paid_from: string | null
  paid_how: string | null
  processed_at: Timestamp | null
  processed_by: bigint | null
  reffclient: string | null
  returned_at: Timestamp | null
  returned_by: bigint | null
  returned_reason: string | null
  state: Generated<number>
  updated_at: Generated<Timestamp>
}

export interface CashTransfer {
  amount: bigint
  asked_by: bigint | null
  created_at: Generated<Timestamp>
  from_code: string
  id: Generated<bigint>
  reason: string
  reffclient: string | null
  second_by: bigint | null
  to_code: string
}

export interface Category {
  active: Generated<boolean>
  id: Generated<bigint>
  image: string | null
  name: string
  sort_order: Generated<number>
  updated_at: Generated<Timestamp>
}

export interface ComparedBankDay {
  at: Generated<Timestamp>
  bank_code: string
  day: Timestamp
  left_out: Generated<number>
}

export interface ComparedProviderDay {
  at: Generated<Timestamp>
  balance: Numeric
  day: Timestamp
  fee: Numeric
  left_out: Generated<number>
  provider: string
  rest: Numeric | null
}

export interface Conversation {
  created_at: Generated<Timestamp>
  first_id: bigint
  id: Generated<bigint>
  last_at: Timestamp | null
  last_sender_id: bigint | null
  last_seq: Generated<number>
  last_text: string | null
  platform_read_seq: Generated<number>
  second_id: bigint | null
}

export interface Customer {
  buyer_id: bigint
  seller_id: bigint
}

export interface DatabaseRestore {
  confirmed_at: Timestamp | null
  detail: string
  found_at: Generated<Timestamp>
  id: Generated<bigint>
  lost_until: Timestamp | null
  reason: string
}

export interface DatabaseTimeline {
  began_at: Generated<Timestamp>
  database_oid: number
  id: Generated<bigint>
  ids_skipped: bigint
  system_identifier: bigint
  timeline: string
}

export interface DebtSettlement {
  amount: bigint
  cause: string
  created_at: Generated<Timestamp>
  id: Generated<bigint>
  seller_id: bigint
}

export interface Delivery {
  body: string
  claimed_by: number | null
  created_at: Generated<Timestamp>
  due_at: Generated<Timestamp>
  event: string
  first_due_at: Generated<Timestamp>
  held_origin: string | null
  id: Generated<bigint>
  member_id: bigint
  purchase_id: bigint | null
  state: Generated<number>
  tries: Generated<number>
  url: string
}

export interface DeliveryAttempt {
  answer: string
  at: Generated<Timestamp>
  delivery_id: bigint
  status: number | null
  took_ms: number
}

export interface Device {
  agent: string | null
  created_at: Generated<Timestamp>
  member_id: bigint
  token_hash: Buffer
  used_at: Generated<Timestamp>
}

export interface Dispute {
  answer: string | null
  answered_at: Timestamp | null
  buyer_id: bigint
  created_at: Generated<Timestamp>
  due_at: Timestamp | null
  ended_at: Timestamp | null
  ended_by: bigint | null
  id: Generated<bigint>
  kind: Generated<string>
  purchase_id: bigint
  reason: string
  seller_id: bigint
  state: Generated<number>
  story: string
  verdict: string | null
}

export interface EmailToken {
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  member_id: bigint
  purpose: string
  sign_up_id: bigint | null
  token_hash: Buffer
  used_at: Timestamp | null
}

export interface Entry {
  account_id: bigint
  amount: bigint
  at: Generated<Timestamp>
  balance_after: bigint | null
  event: LedgerEvent
  leg: number
  reference: bigint
  set_id: bigint
}

export interface Exchange {
  answer: string
  at: Generated<Timestamp>
  attempt_id: bigint
  kind: string
  request: string
  state: string
  took_ms: number | null
}

export interface Favourite {
  created_at: Generated<Timestamp>
  id: Generated<bigint>
  member_id: bigint
  name: string
  product_id: bigint | null
  target: string
}

export interface GatewayPayment {
  amount: bigint
  created_at: Generated<Timestamp>
  facts: Json
  id: Generated<bigint>
  kind: string
  paid_at: Timestamp | null
  provider_payment_id: string
  reference: string
  state: Generated<string>
  top_up_id: bigint | null
}

export interface HealthAlert {
  ended_at: Timestamp | null
  id: Generated<bigint>
  matter: string
  message: string
  notified_at: Timestamp | null
  notified_to: Generated<bigint>
  opened_at: Generated<Timestamp>
  over_at: Timestamp | null
  subject: Generated<string>
  taken_by: bigint | null
  well_since: Timestamp | null
}

export interface HealthAlertStep {
  alert_id: bigint
  at: Generated<Timestamp>
  id: Generated<bigint>
  member_id: bigint | null
  step: string
  word: string
}

export interface Inquiry {
  admin_fee: bigint
  bill: bigint
  buyer_id: bigint
  created_at: Generated<Timestamp>
  customer_name: string
  expires_at: Timestamp
  id: Generated<bigint>
  offer_id: bigint
  period: string
  price: bigint
  product_id: bigint
  purchase_id: bigint | null
  supplier_reference: string | null
  target: string
  token: string
}

export interface Installation {
  code: Generated<string>
  only_row: Generated<boolean>
}

export interface JabberBill {
  expires_at: Timestamp
  member_id: bigint
  product_code: string
  target: string
  token: string
}

export interface JabberBot {
  account: string
  archive_at: Timestamp | null
  archive_id: string | null
  gap_at: Timestamp | null
  said: Generated<string>
  seen_at: Generated<Timestamp>
  since: Generated<Timestamp>
  state: string
  without_archive: Generated<boolean>
}

export interface JabberId {
  archived_at: Timestamp | null
  created_at: Generated<Timestamp>
  enabled: Generated<boolean>
  id: Generated<bigint>
  jid: string
  member_id: bigint
  orders_since: Generated<Timestamp>
  silent_until: Timestamp | null
  tells_all: Generated<boolean>
  verified_at: Timestamp | null
  version: Generated<bigint>
  wrong_keys: Generated<number>
}

export interface JabberMessage {
  account: string
  acked_at: Timestamp | null
  body: string
  created_at: Generated<Timestamp>
  failed: string | null
  id: Generated<bigint>
  jid: string
  member_id: bigint
  purchase_id: bigint | null
  purchase_version: number | null
  sent_at: Timestamp | null
}

export interface JabberReceived {
  account: string
  answered_at: Timestamp | null
  command: Json
  id: Generated<bigint>
  jid_id: bigint
  key_id: bigint | null
  member_id: bigint
  received_at: Generated<Timestamp>
  reffclient: string | null
  sent_at: Timestamp
  stanza_id: string
}

export interface JabberResult {
  at: Generated<Timestamp>
  id: Generated<bigint>
  member_id: bigint
  ordered: boolean
  purchase_id: bigint
  reffclient: string
}

export interface JabberSecret {
  created_at: Generated<Timestamp>
  member_id: bigint
  secret: Buffer
}

export interface LedgerCheck {
  at: Generated<Timestamp>
  breaches: Json
  id: Generated<bigint>
  rules: number
  took_ms: number
}

export interface LedgerDay {
  day: Timestamp
  first_set: bigint
}

export interface MaintenanceNotice {
  created_at: Generated<Timestamp>
  from_at: Timestamp
  id: Generated<bigint>
  member_id: bigint
  pauses_orders: boolean
  reason: string
  text: string
  until_at: Timestamp
  version: Generated<bigint>
}

export interface Member {
  activated: Generated<boolean>
  address: string | null
  admin_confirmation: Generated<number>
  allowed_addresses: Generated<string>
  api_test: Generated<number>
  avatar: string | null
  callback_secret: Buffer | null
  callback_url: Generated<string>
  city_id: bigint | null
  contact: string | null
  created_at: Generated<Timestamp>
  district_id: bigint | null
  documents_sent_at: Timestamp | null
  double_guard_minutes: Generated<number>
  email: string
  id: Generated<bigint>
  ktp: string | null
  last_active_at: Timestamp | null
  low_balance: bigint | null
  name: string
  npwp: string | null
  open_offers: Generated<boolean>
  password_hash: string
  phone: string | null
  phone_verified_at: Timestamp | null
  price_change_callbacks: Generated<boolean>
  province_id: bigint | null
  routing: Generated<string>
  seller_rejection: string | null
  selling_since: Timestamp | null
  shop_hours: number[] | null
  shop_open: Generated<boolean>
  sold_until: Timestamp | null
  status: Generated<number>
  updated_at: Generated<Timestamp>
  version: Generated<bigint>
}

export interface MemberBlock {
  at: Generated<Timestamp>
  blocked_by: bigint
  member_id: bigint
  reason: string
  shop_open: boolean
  status: number
}

export interface MemberRole {
  member_id: bigint
  role_id: bigint
}

export interface Message {
  body: string
  by_platform: Generated<boolean>
  client_id: string
  conversation_id: bigint
  created_at: Generated<Timestamp>
  image: string | null
  purchase_id: bigint | null
  sender_id: bigint
  seq: number
}

export interface MfaChallenge {
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  member_id: bigint
  token_hash: Buffer
  tries: Generated<number>
}

export interface NetworkAttempt {
  account_hash: Buffer
  at: Timestamp
  network: string
}

export interface Notification {
  body: string
  count: Generated<number>
  created_at: Generated<Timestamp>
  key: string
  kind: string
  link: string
  member_id: bigint
  notified_at: Generated<Timestamp>
  read_at: Timestamp | null
  seq: bigint
  title: string
}

export interface NotificationDigest {
  mark: bigint
  name: string
  until: Timestamp
}

export interface NotificationInbox {
  last_seq: bigint
  member_id: bigint
}

export interface NotificationPreference {
  channel: string
  kind: string
  member_id: bigint
  wanted: boolean
}

export interface Offer {
  archived_at: Timestamp | null
  buy_price: Generated<bigint>
  check_code: string | null
  code_since: Timestamp | null
  created_at: Generated<Timestamp>
  cutoff_from: string | null
  cutoff_to: string | null
  disturbed: Generated<boolean>
  former_code: string | null
  former_code_since: Timestamp | null
  id: Generated<bigint>
  open: Generated<boolean>
  product_id: bigint
  promo_price: bigint | null
  sell_price: bigint
  seller_id: bigint
  stocked: Generated<boolean>
  supplier_code: string
  updated_at: Generated<Timestamp>
  version: Generated<bigint>
}

export interface OfferChange {
  at: Generated<Timestamp>
  buyer_id: bigint | null
  id: Generated<bigint>
  kind: string
  notified_at: Timestamp | null
  offer_id: bigint | null
  promo_price: bigint | null
  promo_price_before: bigint | null
  sell_price: bigint | null
  sell_price_before: bigint | null
  seller_id: bigint | null
  special_price: bigint | null
  special_price_before: bigint | null
}

export interface OfferPause {
  kind: string
  offer_id: bigint
  since: Generated<Timestamp>
}

export interface OfferQuality {
  dispute_basis_points: number | null
  measured_at: Generated<Timestamp>
  median_ms: number | null
  offer_id: bigint
  sales: bigint
  seller_id: bigint
  success_basis_points: number | null
  version: Generated<bigint>
}

export interface OfferStock {
  counted_at: Timestamp | null
  offer_id: bigint
  remaining: bigint
  since: Generated<Timestamp>
}

export interface OpeningChecklist {
  hidden_at: Generated<Timestamp>
  hidden_by: bigint
  id: Generated<number>
}

export interface Operator {
  code: string
  name: string
  prefixes: string[]
  updated_at: Generated<Timestamp>
  version: Generated<bigint>
}

export interface Otp {
  channel: string
  code_hash: Buffer
  created_at: Generated<Timestamp>
  destination: string
  expires_at: Timestamp
  member_id: bigint
  purpose: string
  session_id: bigint | null
  sid: string
  tries: Generated<number>
  used_at: Timestamp | null
}

export interface Outbox {
  carrier: string
  content: Buffer | null
  created_at: Generated<Timestamp>
  destination: string
  error: string | null
  id: Generated<bigint>
  member_id: bigint | null
  sent_at: Timestamp | null
  state: Generated<string>
  subject: string
  tries: Generated<number>
}

export interface Participant {
  conversation_id: bigint
  member_id: bigint
  read_seq: Generated<number>
}

export interface PaymentMethod {
  account_name: Generated<string>
  account_no: Generated<string>
  cash_code: string
  channel: string
  description: string
  enabled: Generated<boolean>
  fee_basis_points: Generated<number>
  fee_flat: Generated<bigint>
  id: number
  logo: Generated<string>
  name: string
  sort_order: number
  updated_at: Generated<Timestamp>
}

export interface PaymentRequest {
  account_no: string | null
  amount: bigint | null
  created_at: Generated<Timestamp>
  due_at: Generated<Timestamp | null>
  error: string | null
  id: Generated<bigint>
  kind: string
  member_id: bigint
  provider_id: string | null
  qr: string | null
  qr_drawn: string | null
  reference: string
  refusal: string | null
  state: Generated<string>
  top_up_id: bigint | null
  updated_at: Generated<Timestamp>
  url: string | null
}

export interface Payout {
  amount: bigint
  asked_by: bigint
  cash_out_id: bigint
  contradicted_at: Timestamp | null
  contradiction: string | null
  created_at: Generated<Timestamp>
  due_at: Generated<Timestamp | null>
  failure: string | null
  heard_at: Timestamp | null
  id: Generated<bigint>
  look_at: Timestamp | null
  missing_since: Timestamp | null
  number: number
  provider_id: string | null
  reason: string
  reference: string
  sends: Generated<number>
  state: Generated<string>
  updated_at: Generated<Timestamp>
}

export interface PlatformSecret {
  id: Generated<bigint>
  purpose: string
  sealed: Buffer | null
}

export interface Post {
  body: string
  by_platform: boolean
  client_id: string
  comment_count: Generated<number>
  comment_report_count: Generated<number>
  created_at: Generated<Timestamp>
  hidden_at: Timestamp | null
  hidden_by: bigint | null
  hidden_reason: string | null
  id: Generated<bigint>
  image: string | null
  like_count: Generated<number>
  member_id: bigint
  removed_at: Timestamp | null
  report_count: Generated<number>
}

export interface PostComment {
  body: string
  by_platform: boolean
  client_id: string
  created_at: Generated<Timestamp>
  hidden_at: Timestamp | null
  hidden_by: bigint | null
  hidden_reason: string | null
  id: Generated<bigint>
  member_id: bigint
  post_id: bigint
  removed_at: Timestamp | null
  report_count: Generated<number>
}

export interface PostCommentReport {
  comment_id: bigint
  created_at: Generated<Timestamp>
  member_id: bigint
  reason: string
  words: string | null
}

export interface PostLike {
  created_at: Generated<Timestamp>
  member_id: bigint
  post_id: bigint
}

export interface PostReport {
  created_at: Generated<Timestamp>
  member_id: bigint
  post_id: bigint
  reason: string
  words: string | null
}

export interface PreviewedStock {
  offer_ids: ArrayType<bigint>
  remaining: ArrayType<bigint>
  seller_id: bigint
}

export interface Product {
  active: Generated<boolean>
  brand_id: bigint
  category_id: bigint
  code: string
  denom: Generated<bigint>
  description: string | null
  id: Generated<bigint>
  image: string | null
  is_code: Generated<boolean>
  name: string
  type: Generated<number>
  updated_at: Generated<Timestamp>
  version: Generated<bigint>
}

export interface ProviderTransaction {
  amount: Numeric
  direction: string
  fee: Numeric | null
  happened_at: Timestamp
  product_id: string
  provider: string
  reference: string
  seen_at: Timestamp
  settles_at: Timestamp | null
  status: string
  transaction_id: string
  type: string
  version: number
}

export interface Purchase {
  amount: bigint | null
  buyer_id: bigint
  callback_url: string | null
  channel: number
  counter: Generated<number>
  created_at: Generated<Timestamp>
  description: string | null
  fee: Generated<bigint>
  id: bigint
  inquiry_id: bigint | null
  maxprice: bigint | null
  offer_id: bigint
  pinned: Generated<boolean>
  price: bigint
  product_code: string
  product_id: bigint
  reffclient: string
  refunded_at: Timestamp | null
  seller_id: bigint
  serialnumber: string | null
  target: string
  target_kind: string | null
  transactionrc: Generated<number>
  updated_at: Generated<Timestamp>
  version: Generated<number>
}

export interface PurchaseAlert {
  attempt_id: bigint
  created_at: Generated<Timestamp>
  id: Generated<bigint>
  kind: string
  message: string
  purchase_id: bigint
  resolved_at: Timestamp | null
  resolved_by: bigint | null
  resolved_reason: string | null
  taken_at: Timestamp | null
  taken_by: bigint | null
  taken_reason: string | null
}

export interface PurchaseDay {
  amount: bigint
  buyer_id: bigint
  day: Timestamp
  product_id: bigint
  purchases: bigint
  seller_id: bigint
  transactionrc: number
}

export interface PurchaseDaySummed {
  day: Timestamp
  summed_at: Generated<Timestamp>
}

export interface PurchaseDayTotal {
  amount: bigint
  day: Timestamp
  purchases: bigint
  transactionrc: number
}

export interface PurchaseForce {
  at: Generated<Timestamp>
  description: string | null
  from_state: number
  id: Generated<bigint>
  member_id: bigint
  purchase_id: bigint
  to_state: number
}

export interface PushDevice {
  auth: Buffer
  created_at: Generated<Timestamp>
  endpoint: string
  host: string
  id: Generated<bigint>
  member_id: bigint
  p256dh: Buffer
  refused_at: Timestamp | null
  refused_status: number | null
  session_hash: Buffer
  taken_at: Timestamp | null
}

export interface PushQuiet {
  from_minute: number
  member_id: bigint
  until_minute: number
}

export interface RateCount {
  began_at: Timestamp
  count: number
  subject: string
}

export interface RecentOrder {
  key: bigint
  purchase_id: bigint
  until: Timestamp
}

export interface ReconciliationDifference {
  day: Timestamp
  detail: string
  ended_at: Timestamp | null
  ended_by: bigint | null
  ended_reason: string | null
  id: Generated<bigint>
  key: string
  kind: string
  member_id: bigint | null
  ours: Numeric | null
  reference: string
  scope: string
  seen_at: Generated<Timestamp>
  still: Generated<boolean>
  theirs: Numeric | null
}

export interface ReconciliationRun {
  at: Generated<Timestamp>
  began_at: Timestamp | null
  id: Generated<bigint>
}

export interface RecoveryCode {
  code_hash: Buffer
  member_id: bigint
  used_at: Timestamp | null
}

export interface Review {
  buyer_id: bigint
  comment: string
  created_at: Generated<Timestamp>
  id: Generated<bigint>
  replied_at: Timestamp | null
  reply: string | null
  seller_id: bigint
  stars: number
  updated_at: Generated<Timestamp>
}

export interface Role {
  id: bigint
  name: string
}

export interface SandboxOrder {
  amount: bigint | null
  buyer_id: bigint
  counter: number
  created_at: Generated<Timestamp>
  id: Generated<bigint>
  price: bigint
  product_code: string
  reffclient: string
  target: string
}

export interface SelfTestReport {
  body: string
  id: Generated<bigint>
  nth: number
  query: string
  run_id: bigint
}

export interface SelfTestRun {
  ended_at: Timestamp | null
  id: Generated<bigint>
  seller_id: bigint
  started_at: Generated<Timestamp>
}

export interface SelfTestSituation {
  advice: Generated<string>
  begun_at: Timestamp | null
  nth: number
  product_code: string
  reference: string
  run_id: bigint
  situation: string
  target: string
  verdict: string | null
}

export interface SelfTestStep {
  answer: string
  at: Generated<Timestamp>
  follows: string
  nth: number
  request: string
  run_id: bigint
  serial_number: string | null
  source: string
  step: number
  took_ms: number | null
  understood: string
}

export interface SellerApi {
  api_url: string
  circuit_open_since: Timestamp | null
  circuit_open_until: Timestamp | null
  circuit_reset_at: Timestamp | null
  failures: Generated<number>
  kind: number
  max_in_flight: Generated<number>
  password: Buffer | null
  patterns: Generated<Json>
  pin: Buffer | null
  remembers_hours: Generated<number>
  report_addresses: Generated<string>
  report_path: string
  seller_id: bigint
  server_since: Timestamp | null
  templates: Generated<Json>
  tested_at: Timestamp | null
  timeout_ms: Generated<number>
  user_id: Generated<string>
  username: Generated<string>
  version: Generated<bigint>
}

export interface SellerDay {
  day: Timestamp
  fee: bigint
  fee_returned: bigint
  paid: bigint
  recovered: bigint
  refunded: bigint
  refunds: number
  sales: number
  seller_id: bigint
  sold: bigint
  uncovered: bigint
}

export interface SellerDebt {
  amount: bigint
  seller_id: bigint
}

export interface SellerDocument {
  id: Generated<bigint>
  ktp: string
  member_id: bigint
  npwp: string | null
  sent_at: Generated<Timestamp>
}

export interface SellerPurchaseDay {
  amount: bigint
  day: Timestamp
  ended: bigint
  seller_id: bigint
  sold: bigint
  succeeded: bigint
}

export interface SellerQuality {
  day_median_ms: number | null
  day_success_basis_points: number | null
  dispute_basis_points: number | null
  measured_at: Generated<Timestamp>
  median_ms: number | null
  sales: bigint
  seller_id: bigint
  success_basis_points: number
}

export interface SellerRating {
  reviews: bigint
  seller_id: bigint
  stars: bigint
}

export interface SellerReport {
  content: Buffer
  created_at: Generated<Timestamp>
  day: Timestamp
  id: Generated<bigint>
  rows: number
  seller_id: bigint
  sha256: Buffer
  uploaded_by: bigint
}

export interface SellerReportRow {
  line: number
  number: string
  price: bigint
  reference: string
  report_id: bigint
  seller_id: bigint
  state: number
}

export interface Session {
  address: string | null
  agent: string | null
  created_at: Generated<Timestamp>
  id: Generated<bigint>
  member_id: bigint
  token_hash: Buffer
  used_at: Generated<Timestamp>
}

export interface SessionStepUp {
  token_hash: Buffer
  verified_at: Generated<Timestamp>
  way: string
}

export interface Setting {
  name: string
  value: Json
  version: Generated<bigint>
}

export interface SettingChange {
  after: Json
  at: Generated<Timestamp>
  before: Json
  id: Generated<bigint>
  member_id: bigint | null
  name: string
  reason: string
}

export interface SetupToken {
  expires_at: Timestamp
  token_hash: Buffer
}

export interface ShopClosure {
  closed_at: Generated<Timestamp>
  closed_by: bigint
  reason: string
  seller_id: bigint
}

export interface ShopName {
  member_id: bigint
  skeleton: string
}

export interface ShopPause {
  seller_id: bigint
  since: Generated<Timestamp>
}

export interface SignInFailure {
  at: Generated<Timestamp>
  blocked_until: Timestamp
  failures: number
  subject: string
  taken_at: Generated<Timestamp>
  under_way: Generated<number>
  wrong_in_a_row: Generated<number>
}

export interface SignUp {
  address: string | null
  created_at: Generated<Timestamp>
  id: Generated<bigint>
  member_id: bigint
  name: string
  password_hash: string
  phone: string | null
  terms_id: bigint | null
}

export interface SocialIdentity {
  created_at: Generated<Timestamp>
  member_id: bigint
  provider: string
  subject: string
}

export interface SoloApproval {
  amount: bigint
  at: Generated<Timestamp>
  member_id: bigint
  rule: string
  subject: string
}

export interface SpecialPrice {
  archived_at: Timestamp | null
  buyer_id: bigint
  created_at: Generated<Timestamp>
  id: Generated<bigint>
  offer_id: bigint
  price: bigint
  version: Generated<bigint>
}

export interface StarterEntry {
  key: string
  kind: string
  row_id: bigint
}

export interface StatementChange {
  amount: Numeric
  feed: string
  happened_at: Timestamp
  has_time: boolean
  reported_at: Generated<Timestamp>
  statement_id: bigint
  times: Generated<number>
}

export interface StatementFile {
  added: number
  bank_code: string
  content: Buffer
  created_at: Generated<Timestamp>
  format: string
  id: Generated<bigint>
  rows: number
  sha256: Buffer
  uploaded_by: bigint
}

export interface StatementMapping {
  bank_code: string
  columns: string[]
  created_at: Generated<Timestamp>
  created_by: bigint
  id: Generated<bigint>
  number: string
  roles: string[]
}

export interface StatementName {
  bank_code: string
  name: string
  statement_id: bigint
}

export interface StockCount {
  at: Generated<Timestamp>
  change: bigint
  id: Generated<bigint>
  offer_id: bigint
}

export interface SuspenseItem {
  amount: bigint
  cash_code: string
  closed_at: Timestamp | null
  closed_by: bigint | null
  closed_how: string | null
  gateway_payment_id: bigint | null
  id: Generated<bigint>
  opened_at: Generated<Timestamp>
  reason: string | null
  statement_id: bigint | null
  top_up_id: bigint | null
}

export interface SystemAccount {
  code: string
  id: bigint
  kind: string
  name: string
}

export interface Terms {
  content: string
  id: Generated<bigint>
  published_at: Generated<Timestamp>
  published_by: bigint | null
}

export interface TermsAcceptance {
  accepted_at: Generated<Timestamp>
  address: string | null
  member_id: bigint
  terms_id: bigint
}

export interface TopUp {
  account_name: Generated<string>
  account_no: Generated<string>
  amount: bigint
  approved_at: Timestamp | null
  approved_by: bigint | null
  approved_description: string | null
  /**
   * Of the tickets with other credited money that the administrator confirmed, the one credited last
   */
  beside: bigint | null
  cash_code: string
  channel: string
  code: Generated<number>
  created_at: Generated<Timestamp>
  credited: bigint | null
  ended_at: Timestamp | null
  ended_by: bigint | null
  ended_reason: string | null
  expires_at: Timestamp | null
  fee: bigint
  how: string | null
  id: Generated<bigint>
  member_id: bigint
  method_id: number
  nominal: bigint
  proof: string | null
  proof_at: Timestamp | null
  received: bigint | null
  reffclient: string | null
  state: Generated<number>
  updated_at: Generated<Timestamp>
}

export interface TransactionPin {
  created_at: Generated<Timestamp>
  member_id: bigint
  pin_hash: string
}

export interface TwoFactor {
  enabled_at: Timestamp | null
  last_step: Generated<bigint>
  member_id: bigint
  secret: Buffer
}

export interface Upload {
  bytes: number
  created_at: Generated<Timestamp>
  height: number
  id: Generated<bigint>
  name: string
  owner_id: bigint
  private: Generated<boolean>
  width: number
}

export interface Wallet {
  balance: Generated<bigint>
  member_id: bigint
  shut: Generated<boolean>
}

export interface WalletDay {
  day: Timestamp
  entries_in: number
  entries_out: number
  member_id: bigint
  paid_in: bigint
  paid_out: bigint
}

export interface WalShipment {
  error: string | null
  shipped_at: Timestamp | null
  single: Generated<boolean>
}

export interface WorkerWitness {
  beat: bigint
  id: string
  retired: Generated<boolean>
  updated_at: Generated<Timestamp>
}

export interface DB {
  account_checkpoint: AccountCheckpoint
  adapter_test: AdapterTest
  adjustment: Adjustment
  api_key: ApiKey
  approval_request: ApprovalRequest
  attempt: Attempt
  audit: Audit
  audit_seal: AuditSeal
  backup_run: BackupRun
  bank_account: BankAccount
  bank_statement: BankStatement
  banner: Banner
  blocked_administrator: BlockedAdministrator
  brand: Brand
  brand_group: BrandGroup
  buyer_found: BuyerFound
  buying_list_entry: BuyingListEntry
  cache_version: CacheVersion
  callback_endpoint: CallbackEndpoint
  cash_correction: CashCorrection
  cash_out: CashOut
  cash_transfer: CashTransfer
  category: Category
  compared_bank_day: ComparedBankDay
  compared_provider_day: ComparedProviderDay
  conversation: Conversation
  customer: Customer
  database_restore: DatabaseRestore
  database_timeline: DatabaseTimeline
  debt_settlement: DebtSettlement
  delivery: Delivery
  delivery_attempt: DeliveryAttempt
  device: Device
  dispute: Dispute
  email_token: EmailToken
  entry: Entry
  exchange: Exchange
  favourite: Favourite
  gateway_payment: GatewayPayment
  health_alert: HealthAlert
  health_alert_step: HealthAlertStep
  inquiry: Inquiry
  installation: Installation
  jabber_bill: JabberBill
  jabber_bot: JabberBot
  jabber_id: JabberId
  jabber_message: JabberMessage
  jabber_received: JabberReceived
  jabber_result: JabberResult
  jabber_secret: JabberSecret
  ledger_check: LedgerCheck
  ledger_day: LedgerDay
  maintenance_notice: MaintenanceNotice
  member: Member
  member_block: MemberBlock
  member_role: MemberRole
  message: Message
  mfa_challenge: MfaChallenge
  network_attempt: NetworkAttempt
  notification: Notification
  notification_digest: NotificationDigest
  notification_inbox: NotificationInbox
  notification_preference: NotificationPreference
  offer: Offer
  offer_change: OfferChange
  offer_pause: OfferPause
  offer_quality: OfferQuality
  offer_stock: OfferStock
  opening_checklist: OpeningChecklist
  operator: Operator
  otp: Otp
  outbox: Outbox
  participant: Participant
  payment_method: PaymentMethod
  payment_request: PaymentRequest
  payout: Payout
  platform_secret: PlatformSecret
  post: Post
  post_comment: PostComment
  post_comment_report: PostCommentReport
  post_like: PostLike
  post_report: PostReport
  previewed_stock: PreviewedStock
  product: Product
  provider_transaction: ProviderTransaction
  purchase: Purchase
  purchase_alert: PurchaseAlert
  purchase_day: PurchaseDay
  purchase_day_summed: PurchaseDaySummed
  purchase_day_total: PurchaseDayTotal
  purchase_force: PurchaseForce
  push_device: PushDevice
  push_quiet: PushQuiet
  rate_count: RateCount
  recent_order: RecentOrder
  reconciliation_difference: ReconciliationDifference
  reconciliation_run: ReconciliationRun
  recovery_code: RecoveryCode
  review: Review
  role: Role
  sandbox_order: SandboxOrder
  self_test_report: SelfTestReport
  self_test_run: SelfTestRun
  self_test_situation: SelfTestSituation
  self_test_step: SelfTestStep
  seller_api: SellerApi
  seller_day: SellerDay
  seller_debt: SellerDebt
  seller_document: SellerDocument
  seller_purchase_day: SellerPurchaseDay
  seller_quality: SellerQuality
  seller_rating: SellerRating
  seller_report: SellerReport
  seller_report_row: SellerReportRow
  session: Session
  session_step_up: SessionStepUp
  setting: Setting
  setting_change: SettingChange
  setup_token: SetupToken
  shop_closure: ShopClosure
  shop_name: ShopName
  shop_pause: ShopPause
  sign_in_failure: SignInFailure
  sign_up: SignUp
  social_identity: SocialIdentity
  solo_approval: SoloApproval
  special_price: SpecialPrice
  starter_entry: StarterEntry
  statement_change: StatementChange
  statement_file: StatementFile
  statement_mapping: StatementMapping
  statement_name: StatementName
  stock_count: StockCount
  suspense_item: SuspenseItem
  system_account: SystemAccount
  terms: Terms
  terms_acceptance: TermsAcceptance
  top_up: TopUp
  transaction_pin: TransactionPin
  two_factor: TwoFactor
  upload: Upload
  wal_shipment: WalShipment
  wallet: Wallet
  wallet_day: WalletDay
  worker_witness: WorkerWitness
}
