/* Somebody new, signed up and activated by way of their own mail, with the password of the demo. */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { type Lapak, password } from './lapak.ts'
import { lettersTo, linkTo } from './letters.ts'

let people = 0

/** A session of an account that is not complete yet. */
export async function newMember(lapak: Lapak, nama = 'Ibu Ratna'): Promise<{ email: string; token: string }> {
  const email = `anggota.${Date.now()}.${++people}@toko.test`
  const { hashprefix, hashsecret } = await lapak.call<{ hashprefix: string; hashsecret: string }>('', 'GET', '/public/config')
  const hash = createHash('sha256').update(`${hashprefix}${nama}${email}${hashsecret}`).digest('hex')
  const from = newAddress()
  await sendAsClient(lapak, from, '/register', { nama, email, phone: '', password, confmpassword: password, hash })
  const path = await linkTo(lapak, email, 'Aktivasi akun Lapak')
  await sendAsClient(lapak, from, '/activate', { token: path.split('/').at(-1), password })
  return { email, token: await lapak.signIn(email) }
}

/** Lapak counts how many sign up from one address, and hundreds of walks come from here. */
const newAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`

async function sendAsClient({ info }: Lapak, from: string, path: string, body: object) {
  const answer = await fetch(`${info.address}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${info.client.id}:${info.client.secret}`)}`,
      'content-type': 'application/json',
      'x-forwarded-for': from,
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

/** A number that nobody has verified, as people write it. */
export const newPhone = (): string => `0813${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

/** The newest one-time code to an address or to a number as people write it. */
export async function codeSentTo(lapak: Lapak, destination: string): Promise<string> {
  const carried = destination.replace(/^0/, '62')
  const newest = async () => (await lettersTo(lapak, carried)).find(({ content }) => content?.kind === 'code')?.content?.message?.code
  await expect.poll(newest).toMatch(/^\d{6}$/)
  return (await newest()) ?? ''
}

/** The session reads the mail of its owner, as some calls demand. */
export async function proveByMail(lapak: Lapak, { email, token }: { email: string; token: string }): Promise<void> {
  const { sid } = await lapak.call<{ sid: string }>(token, 'GET', '/api/v1/otp?purpose=proof')
  await lapak.call(token, 'POST', '/api/v1/user/proof', { otp: await codeSentTo(lapak, email), sid })
}
