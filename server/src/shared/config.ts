import { isAbsolute, relative, resolve } from 'node:path'
import { z } from 'zod'
import { parseAddressList } from '#http/address-list.ts'
import { readCrash } from './crash-points.ts'
import type { TracingOptions } from './tracing/tracer.ts'

/**
 * The configuration from environment variables, validated once at start. Each row of `.env.example` has an entry here. Development secrets are
 * public; production refuses to start with them.
 */
const developmentSecrets = {
  SECRET_KEY: 'lapak-development-key-not-for-production-use',
  CLIENT_SECRET: 'lapak-development-client-secret',
  BANKFEED_SECRET: 'lapak-development-bank-feed',
}

/** True for a key that looks generated, false for one repeated character or a repeated short text. */
function isVaried(key: string): boolean {
  const repeats = (piece: number) => key.startsWith(key.slice(piece))
  const pieces = Array.from({ length: Math.floor(key.length / 2) }, (_, index) => index + 1)
  return new Set(key).size >= 8 && !pieces.some(repeats)
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

const installationCode = z.string().regex(/^[0-9A-F]{4}$/, 'must be the four characters after TP- of a ticket number of that installation')

const secretKey = z
  .string()
  .min(32, 'must have at least 32 characters')
  .refine(isVaried, 'must be random, not a few characters or a piece again and again')

const secretKeys = z
  .string()
  .transform((list) => list.split(',').map((key) => key.trim()))
  .pipe(z.array(secretKey))

/** Secrets of the services that report incoming money. Anybody who knows one of them can create money. */
const tellersSecrets = ['XENDIT_CALLBACK_TOKEN', 'BANKFEED_SECRET', 'MOOTA_SECRET', 'CEKMUTASI_SECRET'] as const

function refuseGuessable(name: string, secret: string): void {
  if (secret === '') return
  if (secret.length < 32)
    throw new ConfigError(`${name} must have at least 32 characters in production: whoever guesses it tells us of money`)
  if (!isVaried(secret)) throw new ConfigError(`${name} must be random, not a few characters or a piece again and again`)
}

/** Development mode accepts bank feeds from everyone. With settings of a real deployment, NODE_ENV must be set explicitly. */
function refuseForgotten(set: z.output<typeof environment>): void {
  const real = tellersSecrets.find((name) => set[name] !== '') ?? (set.PUBLIC_URL.startsWith('https:') ? 'PUBLIC_URL' : undefined)
  if (real !== undefined)
    throw new ConfigError(`NODE_ENV is not set, and ${real} is: set NODE_ENV=production, or NODE_ENV=development where no money is real`)
}

const switchOf = z.enum(['0', '1']).transform((text) => text === '1')

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HEALTH_PORT: z.union([z.literal(''), z.coerce.number().int().min(1).max(65535)]).default(''),
  PUBLIC_URL: z.union([z.literal(''), z.url()]).default(''),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.string().optional(),
  DATABASE_OWNER_URL: z.string().optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(8),
  SECRET_KEY: secretKey.default(developmentSecrets.SECRET_KEY),
  SECRET_KEYS_OLD: secretKeys.default([]),
  CLIENT_ID: z.string().min(1).default('lapak-web'),
  CLIENT_SECRET: z.string().min(16).default(developmentSecrets.CLIENT_SECRET),
  TRUST_PROXY: z
    .string()
    .refine((list) => parseAddressList(list) !== null, 'must be addresses or networks, separated by commas')
    .default(''),
  HTTP_CONNECTIONS_MAX: z.coerce.number().int().min(10).default(10_000),
  OUTGOING_ALLOWED_HOSTS: z.string().default(''),
  OUTGOING_ADDRESSES: z
    .string()
    .refine((list) => parseAddressList(list) !== null, 'must be addresses or networks, separated by commas')
    .default(''),
  REQUESTS_PER_SECOND_AND_KEY: z.coerce.number().int().min(1).default(300),
  QUEUE_MAX: z.coerce.number().int().min(1).default(5000),
  ASK_AFTER_MS: z.coerce.number().int().min(10).default(5000),
  UNDER_WAY_MS: z.coerce.number().int().min(10).default(60_000),
  CLAIM_LEASE_MS: z.coerce.number().int().min(100).default(150_000),
  CLOCKS_DIFFER_MS: z.coerce.number().int().min(0).default(300_000),
  WORKER_CHECK_MS: z.coerce.number().int().min(100).max(86_400_000).default(60_000),
  CALLBACK_RETRY_MS: z.coerce.number().int().min(10).default(1000),
  REGISTER_HASH_PREFIX: z.string().default('LAPAK'),
  REGISTER_HASH_SECRET: z.string().default('lapak-registration'),
  GOOGLE_CLIENT_ID: z.string().default(''),
  GOOGLE_CLIENT_SECRET: z.string().default(''),
  GOOGLE_AUTH_URL: z.url().default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: z.url().default('https://oauth2.googleapis.com/token'),
  GOOGLE_USER_URL: z.url().default('https://openidconnect.googleapis.com/v1/userinfo'),
  FACEBOOK_CLIENT_ID: z.string().default(''),
  FACEBOOK_CLIENT_SECRET: z.string().default(''),
  FACEBOOK_AUTH_URL: z.url().default('https://www.facebook.com/v21.0/dialog/oauth'),
  FACEBOOK_TOKEN_URL: z.url().default('https://graph.facebook.com/v21.0/oauth/access_token'),
  FACEBOOK_USER_URL: z.url().default('https://graph.facebook.com/v21.0/me?fields=id,name,email'),
  SMTP_URL: z.union([z.literal(''), z.url({ protocol: /^smtps?$/ })]).default(''),
  MAIL_FROM: z.string().default('Lapak <no-reply@lapak.test>'),
  WHATSAPP: z.enum(['', 'cloud', 'fonnte']).default(''),
  WHATSAPP_TOKEN: z.string().default(''),
  WHATSAPP_PHONE_ID: z.string().default(''),
  WHATSAPP_TEMPLATE: z.string().default('kode_otp'),
  WHATSAPP_LINE_TEMPLATE: z.string().default(''),
  WHATSAPP_URL: z.union([z.literal(''), z.url()]).default(''),
  GATEWAY: z.enum(['', 'xendit']).default(''),
  XENDIT_SECRET_KEY: z.string().default(''),
  XENDIT_CALLBACK_TOKEN: z.string().default(''),
  XENDIT_URL: z.union([z.literal(''), z.url()]).default(''),
  XENDIT_DISBURSE: switchOf.default(false),
  XENDIT_SHARED_WITH: z.string().transform(listOf).pipe(z.array(installationCode)).default([]),
  NAME_INQUIRY: z.enum(['', 'flip']).default(''),
  FLIP_SECRET_KEY: z.string().default(''),
  FLIP_URL: z.union([z.literal(''), z.url()]).default(''),
  S3_URL: z.union([z.literal(''), z.url()]).default(''),
  S3_BUCKET: z.string().default(''),
  S3_REGION: z.string().default('us-east-1'),
  S3_KEY: z.string().default(''),
  S3_SECRET: z.string().default(''),
  BACKUP_FOLDER: z.string().default(''),
  BACKUP_S3_URL: z.union([z.literal(''), z.url()]).default(''),
  BACKUP_S3_BUCKET: z.string().default(''),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_KEY: z.string().default(''),
  BACKUP_S3_SECRET: z.string().default(''),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^(age1[0-9a-z]+)?$/, 'must be a public key of age (age1…)')
    .default(''),
  BACKUP_KEY_FILE: z.string().default(''),
  BACKUP_HOUR: z.coerce.number().int().min(0).max(23).default(3),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(14),
  BACKUP_WAL_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  BACKUP_ELSEWHERE: z.string().max(200).default(''),
  BANKFEED_SECRET: z.union([z.literal(''), z.string().min(16)]).default(''),
  MOOTA_SECRET: z.string().default(''),
  CEKMUTASI_SECRET: z.string().default(''),
  XMPP_URL: z.union([z.literal(''), z.url({ protocol: /^xmpps$/, error: 'must be xmpps://host:port' })]).default(''),
  XMPP_ACCOUNTS: z
    .string()
    .refine((list) => readAccounts(list) !== null, 'must be name@domain:password, up to five separated by commas')
    .default(''),
  XMPP_CA: z.string().default(''),
  PUSH_SUBJECT: z.union([z.literal(''), z.url({ protocol: /^(mailto|https)$/, error: 'must be mailto:… or https://…' })]).default(''),
  PUSH_HOSTS: z.string().default('fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com'),
  METRICS_TOKEN: z.string().default(''),
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(300_000).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  OTEL_SERVICE_NAME: z.string().min(1).default('lapak'),
  OTEL_TRACES_SAMPLER: z
    .enum(['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'])
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  FAULT_POINTS: switchOf.default(false),
  FAULT_AT: z
    .string()
    .refine((text) => readCrash(text) !== null, 'must be point:nth, with a point of shared/crash-points.ts')
    .transform(readCrash)
    .optional(),
})

export type Config = ReturnType<typeof readConfig>

export class ConfigError extends Error {}

/** Reads and validates the environment; throws `ConfigError` with one readable line. */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const read = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== '')))
  if (!read.success) {
    throw new ConfigError(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  }
  const set = read.data
  if (set.NODE_ENV === 'production') {
    const unsafe = Object.entries(developmentSecrets).find(([name, value]) => set[name as keyof typeof developmentSecrets] === value)
    if (unsafe) throw new ConfigError(`${unsafe[0]} still has its development value; set your own before running in production`)
    if (set.PUBLIC_URL === '') throw new ConfigError('PUBLIC_URL is not set; letters would link to where only this machine finds it')
    if (set.FAULT_POINTS) throw new ConfigError('FAULT_POINTS is for tests only')
    for (const name of tellersSecrets) refuseGuessable(name, set[name])
  }
  if (!env.NODE_ENV) refuseForgotten(set)
  if (set.WHATSAPP && !set.WHATSAPP_TOKEN) throw new ConfigError('WHATSAPP needs WHATSAPP_TOKEN')
  if (set.WHATSAPP === 'cloud' && !set.WHATSAPP_PHONE_ID) throw new ConfigError('WHATSAPP=cloud needs WHATSAPP_PHONE_ID')
  if (set.GATEWAY === 'xendit' && !(set.XENDIT_SECRET_KEY && set.XENDIT_CALLBACK_TOKEN))
    throw new ConfigError('GATEWAY=xendit needs XENDIT_SECRET_KEY and XENDIT_CALLBACK_TOKEN')
  if (set.NAME_INQUIRY === 'flip' && !set.FLIP_SECRET_KEY) throw new ConfigError('NAME_INQUIRY=flip needs FLIP_SECRET_KEY')
  if (set.XENDIT_DISBURSE && set.GATEWAY !== 'xendit') throw new ConfigError('XENDIT_DISBURSE needs GATEWAY=xendit')
  if ((set.XMPP_URL === '') !== (set.XMPP_ACCOUNTS === '')) throw new ConfigError('XMPP_URL and XMPP_ACCOUNTS need each other')
  if (set.S3_URL && !(set.S3_BUCKET && set.S3_KEY && set.S3_SECRET)) throw new ConfigError('S3_URL needs S3_BUCKET, S3_KEY and S3_SECRET')
  refuseUselessBackup(set)
  if (set.FAULT_AT && !set.FAULT_POINTS) throw new ConfigError('FAULT_AT needs FAULT_POINTS=1')
  return {
    production: set.NODE_ENV === 'production',
    host: set.HOST,
    port: set.PORT,
    /** Port for health and metrics only; null without one. */
    healthPort: set.HEALTH_PORT === '' ? null : set.HEALTH_PORT,
    publicUrl: set.PUBLIC_URL,
    dataDir: resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    /** Role that owns the tables, where it is not the role of the program. */
    databaseOwnerUrl: set.DATABASE_OWNER_URL,
    databasePool: set.DATABASE_POOL,
    secretKey: set.SECRET_KEY,
    /** Former secret keys, used only for decryption. */
    formerSecretKeys: set.SECRET_KEYS_OLD,
    clientId: set.CLIENT_ID,
    clientSecret: set.CLIENT_SECRET,
    trustProxy: set.TRUST_PROXY,
    /** Maximum of concurrent connections of this process. */
    connectionsMax: set.HTTP_CONNECTIONS_MAX,
    allowedHosts: listOf(set.OUTGOING_ALLOWED_HOSTS),
    /** Source addresses of our requests, for partners with an allow-list; empty if not configured. */
    outgoingAddresses: parseAddressList(set.OUTGOING_ADDRESSES) ?? [],
    /** Requests per second that one API key may make to this process, averaged over ten seconds. */
    requestsPerSecondAndKey: set.REQUESTS_PER_SECOND_AND_KEY,
    /** Orders waiting to be placed before new ones are refused with 503. */
    queueMax: set.QUEUE_MAX,
    /** Delay of the first status check after an unclear answer; the delays of later checks grow from this value. */
    statusRequestAfterMs: set.ASK_AFTER_MS,
    /** How long an order may still be on its way to a seller's server that does not know it yet. */
    inTransitMs: set.UNDER_WAY_MS,
    /** How long a worker's claim of an order lasts before other workers may take it. */
    claimLeaseMs: set.CLAIM_LEASE_MS,
    /** Largest assumed clock difference between sellers' servers and ours. */
    maxClockSkewMs: set.CLOCKS_DIFFER_MS,
    /** Delay of the first retry of a callback; the delays of later retries grow from this value to a day. */
    /** How often the http role looks whether a worker lives. */
    workerCheckMs: set.WORKER_CHECK_MS,
    callbackRetryMs: set.CALLBACK_RETRY_MS,
    /** Secrets of the bank feeds. A feed without a secret is not accepted. */
    bankFeeds: {
      own: set.BANKFEED_SECRET || (set.NODE_ENV === 'production' ? '' : developmentSecrets.BANKFEED_SECRET),
      moota: set.MOOTA_SECRET,
      cekmutasi: set.CEKMUTASI_SECRET,
    },
    registerHash: { prefix: set.REGISTER_HASH_PREFIX, secret: set.REGISTER_HASH_SECRET },
    /** Null where the provider is not configured. */
    google: provider(set.GOOGLE_CLIENT_ID, set.GOOGLE_CLIENT_SECRET, set.GOOGLE_AUTH_URL, set.GOOGLE_TOKEN_URL, set.GOOGLE_USER_URL),
    facebook: provider(
      set.FACEBOOK_CLIENT_ID,
      set.FACEBOOK_CLIENT_SECRET,
      set.FACEBOOK_AUTH_URL,
      set.FACEBOOK_TOKEN_URL,
      set.FACEBOOK_USER_URL,
    ),
    /** Without an SMTP address, e-mails stay in the development outbox. */
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    whatsapp:
      set.WHATSAPP === ''
        ? null
        : {
            kind: set.WHATSAPP,
            token: set.WHATSAPP_TOKEN,
            phoneId: set.WHATSAPP_PHONE_ID,
            template: set.WHATSAPP_TEMPLATE,
            lineTemplate: set.WHATSAPP_LINE_TEMPLATE,
            url: set.WHATSAPP_URL,
          },
    /** Payment provider for cards, QRIS and virtual accounts. Null means the sandbox, or no provider in production. */
    gateway:
      set.GATEWAY === ''
        ? null
        : {
            secretKey: set.XENDIT_SECRET_KEY,
            callbackToken: set.XENDIT_CALLBACK_TOKEN,
            url: set.XENDIT_URL,
            /** Cash-outs are paid through the provider too. */
            disburse: set.XENDIT_DISBURSE,
            /** The codes of the other installations that use the account. */
            sharedWith: set.XENDIT_SHARED_WITH,
          },
    /** Provider of name inquiries for bank accounts. Null means the sandbox, or no provider in production. */
    nameInquiry: set.NAME_INQUIRY === '' ? null : { secretKey: set.FLIP_SECRET_KEY, url: set.FLIP_URL },
    /** S3-compatible store for pictures. Null means that pictures are stored below dataDir. */
    s3:
      set.S3_URL === '' ? null : { url: set.S3_URL, bucket: set.S3_BUCKET, region: set.S3_REGION, key: set.S3_KEY, secret: set.S3_SECRET },
    backup: {
      /** Where backups are written; null if none are made. */
      target: backupTarget(set),
      /** Public key of age that encrypts the backups; empty for backups without encryption. */
      recipient: set.BACKUP_RECIPIENT,
      /** File with the private key, for restores and drills on this machine; empty if it is kept elsewhere. */
      keyFile: set.BACKUP_KEY_FILE,
      /** Hour of the nightly backup, in Jakarta (WIB). */
      hour: set.BACKUP_HOUR,
      keepDays: set.BACKUP_KEEP_DAYS,
      /** At most the last so many seconds are not in the WAL archive yet. */
      walSeconds: set.BACKUP_WAL_SECONDS,
      /** What makes the backups, where it is not Lapak; shown to administrators. */
      elsewhere: set.BACKUP_ELSEWHERE,
    },
    /** XMPP server for orders by Jabber; null where not configured. */
    xmpp: set.XMPP_URL === '' ? null : { url: set.XMPP_URL, ca: set.XMPP_CA, accounts: readAccounts(set.XMPP_ACCOUNTS) ?? [] },
    push: {
      /** Contact address for push services (VAPID subject). Without it, push is disabled. */
      subject:
        set.PUSH_SUBJECT ||
        (set.PUBLIC_URL.startsWith('https:') ? set.PUBLIC_URL : set.NODE_ENV === 'production' ? '' : 'mailto:no-reply@lapak.test'),
      /** Hosts of the push services that browsers may use. */
      hosts: listOf(set.PUSH_HOSTS),
    },
    metricsToken: set.METRICS_TOKEN,
    /** How long a process that is asked to stop goes on answering, so that proxies notice. */
    shutdownDelayMs: set.SHUTDOWN_DELAY_MS ?? (set.NODE_ENV === 'production' ? 5_000 : 0),
    /** Null while no traces are sent. */
    tracing: tracing(set),
    logLevel: set.LOG_LEVEL,
    faultPoints: set.FAULT_POINTS,
    faultAt: set.FAULT_AT ?? null,
  }
}

/** In development, messages without a transport are kept in the outbox and shown there. */
export const missingTransports = ({ production, smtpUrl, whatsapp }: Config): ('mail' | 'whatsapp')[] => [
  ...(production && smtpUrl === '' ? ['mail' as const] : []),
  ...(production && whatsapp === null ? ['whatsapp' as const] : []),
]
function refuseUselessBackup(set: z.output<typeof environment>): void {
  if (set.BACKUP_FOLDER && set.BACKUP_S3_URL) throw new ConfigError('BACKUP_FOLDER and BACKUP_S3_URL: set one of them')
  if (set.BACKUP_S3_URL && !(set.BACKUP_S3_BUCKET && set.BACKUP_S3_KEY && set.BACKUP_S3_SECRET))
    throw new ConfigError('BACKUP_S3_URL needs BACKUP_S3_BUCKET, BACKUP_S3_KEY and BACKUP_S3_SECRET')
  if (set.NODE_ENV === 'production' && set.BACKUP_S3_URL && !set.BACKUP_RECIPIENT)
    throw new ConfigError('BACKUP_S3_URL needs BACKUP_RECIPIENT: a backup on the servers of others has to be encrypted')
  if (set.BACKUP_FOLDER === '') return
  if (!isAbsolute(set.BACKUP_FOLDER)) throw new ConfigError('BACKUP_FOLDER must be an absolute path')
  const within = relative(resolve(set.DATA_DIR), set.BACKUP_FOLDER)
  if (within === '' || !(within.startsWith('..') || isAbsolute(within)))
    throw new ConfigError('BACKUP_FOLDER must not be in DATA_DIR, with which it would be lost')
}

const backupTarget = (set: z.output<typeof environment>) =>
  set.BACKUP_S3_URL !== ''
    ? {
        s3: {
          url: set.BACKUP_S3_URL,
          bucket: set.BACKUP_S3_BUCKET,
          region: set.BACKUP_S3_REGION,
          key: set.BACKUP_S3_KEY,
          secret: set.BACKUP_S3_SECRET,
        },
        folder: '',
      }
    : set.BACKUP_FOLDER !== ''
      ? { s3: null, folder: set.BACKUP_FOLDER }
      : null

const provider = (clientId: string, clientSecret: string, authUrl: string, tokenUrl: string, userUrl: string) =>
  clientId === '' ? null : { clientId, clientSecret, authUrl, tokenUrl, userUrl }

/** A trace of ours begins here, so the samplers by parent decide like those without. */
function tracing(set: z.output<typeof environment>): TracingOptions | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: sampler } = set
  const ratio = sampler.endsWith('always_off') ? 0 : sampler.endsWith('always_on') ? 1 : set.OTEL_TRACES_SAMPLER_ARG
  if (endpoint === '' || ratio === 0) return null
  return { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, serviceName: set.OTEL_SERVICE_NAME, ratio }
}

/** Maximum number of the platform's XMPP accounts. */
const accountsMax = 5

/** Parses `name@domain:password`, separated by commas. Null for an invalid, duplicate or surplus entry. Passwords cannot contain a comma. */
function readAccounts(list: string): { jid: string; password: string }[] | null {
  const accounts = list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      const at = one.indexOf(':')
      return { jid: one.slice(0, Math.max(at, 0)).toLowerCase(), password: one.slice(at + 1) }
    })
  const whole = accounts.every(({ jid, password }) => /^[^\s@/:]+@[^\s@/:]+$/.test(jid) && password !== '')
  const distinct = new Set(accounts.map(({ jid }) => jid)).size === accounts.length
  return whole && distinct && accounts.length <= accountsMax ? accounts : null
}
