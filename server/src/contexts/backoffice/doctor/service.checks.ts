import { doctorCalls } from '@lapak/contract/backoffice/doctor'
import type { AdapterName } from '@lapak/contract/backoffice/health'
import ipaddr from 'ipaddr.js'
import { checkOf } from '#contexts/backoffice/health/health.ts'
import { type Check, type DoctorDeps, type Finding, fail, failInProduction, ok, warn } from './finding.ts'

const requestMs = 8_000

async function checkAdapter(deps: DoctorDeps, name: AdapterName): Promise<Finding | null> {
  const check = checkOf(deps, name)
  if (check === null) return null
  const wrong = await check()
  return wrong === null ? ok('reachable, and it accepts the credentials', 'Menjawab dan menerima kredensial') : fail(wrong, wrong)
}

export const checkMail: Check = async (deps) =>
  (await checkAdapter(deps, 'mail')) ??
  failInProduction(
    deps.config,
    'set SMTP_URL and MAIL_FROM: nobody can sign up',
    'Isi SMTP_URL dan MAIL_FROM: tidak ada yang bisa mendaftar',
  )

export const checkWhatsapp: Check = async (deps) =>
  (await checkAdapter(deps, 'whatsapp')) ??
  failInProduction(
    deps.config,
    'set WHATSAPP and WHATSAPP_TOKEN: no phone can be verified',
    'Isi WHATSAPP dan WHATSAPP_TOKEN: nomor HP tidak bisa diverifikasi',
  )

export const checkStore: Check = async (deps) => {
  const found = await checkAdapter(deps, 'store')
  if (found === null || found.state !== 'ok') return found ?? fail('there is none', 'Tidak ada')
  return deps.config.s3 === null
    ? ok(
        'pictures are in DATA_DIR, which all http processes have to share',
        'Gambar ada di DATA_DIR, yang harus dipakai bersama semua proses http',
      )
    : ok('a picture was stored, read and removed', 'Gambar uji tersimpan, terbaca dan terhapus')
}

export const checkGateway: Check = async ({ config, providerAccount }) => {
  if (config.gateway === null) return ok('none: members pay by transfer', 'Tidak ada: member membayar lewat transfer')
  const answer = await providerAccount?.getBalance(new Date())
  if (answer === undefined || answer.kind === 'answer') return ok('it tells its balance', 'Menjawab dengan saldonya')
  return fail(answer.message, answer.message)
}

/** An address for documentation (RFC 5737), which no client has. */
const invented = '203.0.113.77'

export const checkAddress: Check = async ({ config }) => {
  if (config.publicUrl === '')
    return failInProduction(config, 'set PUBLIC_URL: links in e-mails lead nowhere', 'Isi PUBLIC_URL: link di e-mail tidak ke mana-mana')
  const url = new URL(doctorCalls.seen.path, config.publicUrl)
  const answer = await fetch(url, { headers: { 'x-forwarded-for': invented }, signal: AbortSignal.timeout(requestMs), redirect: 'manual' })
  const read = doctorCalls.seen.data.safeParse(((await answer.json().catch(() => null)) as { data?: unknown } | null)?.data)
  if (!answer.ok || !read.success)
    return fail(
      `${url.origin} answers ${answer.status}, and not as Lapak does`,
      `${url.origin} menjawab ${answer.status}, bukan dari Lapak`,
    )
  return judgeAddress(config.publicUrl, read.data.address)
}

/** The address as which the server saw a request with an invented `X-Forwarded-For`. */
export function judgeAddress(publicUrl: string, seen: string): Finding {
  const { hostname, protocol } = new URL(publicUrl)
  if (seen === invented)
    return fail(
      'the proxy passes X-Forwarded-For of clients on, who can then pose as any address: let it set the header anew',
      'Proxy meneruskan X-Forwarded-For dari klien, sehingga alamat bisa dipalsukan: aturlah agar proxy menimpanya',
    )
  const isLocal = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
  if (!isLocal && mayBeProxy(seen))
    return warn(
      `members are seen as ${seen}, which may be the proxy: TRUST_PROXY has to be its address`,
      `Member terlihat dari ${seen}, mungkin proxy: TRUST_PROXY harus berisi alamatnya`,
    )
  if (protocol !== 'https:' && !isLocal)
    return warn('it answers, without https: passwords travel readable', 'Menjawab tanpa https: password bisa dibaca di jalan')
  return ok(`${publicUrl} answers, and sees clients as ${seen}`, `${publicUrl} menjawab, klien terlihat dari ${seen}`)
}

/** A proxy on this machine, in its network or in that of its containers. */
const mayBeProxy = (address: string): boolean =>
  ipaddr.isValid(address) &&
  ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'].includes(ipaddr.process(address).range())

/** Without the upgrade, pages fall back to polling, which costs the server much more. */
export const checkWebsocket: Check = async ({ config }) => {
  if (config.publicUrl === '') return failInProduction(config, 'set PUBLIC_URL', 'Isi PUBLIC_URL')
  const url = new URL('/socket.io/?EIO=4&transport=websocket', config.publicUrl)
  url.protocol = url.protocol.replace('http', 'ws')
  return (await opens(url))
    ? ok('the upgrade passes the proxy', 'Upgrade melewati proxy')
    : warn(
        'the proxy does not pass the upgrade of /socket.io on: pages poll instead',
        'Proxy tidak meneruskan upgrade /socket.io: halaman memakai polling',
      )
}

const opens = (url: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url)
    const end = (opened: boolean) => {
      clearTimeout(timer)
      resolve(opened)
      socket.close()
    }
    const timer = setTimeout(() => end(false), requestMs)
    socket.onopen = () => end(true)
    socket.onerror = () => end(false)
  })
