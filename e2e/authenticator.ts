/* The application on somebody's telephone: RFC 6238 with six digits and 30 seconds, written apart from the server's. */
import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Lapak } from './lapak.ts'
import { codeSentTo } from './new-member.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** `steps` from now; a server takes one step either way. */
export function codeOf(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Asks for the QR code on the page of two-step security, proves by mail who sits there, and answers the secret that the page shows. */
export async function secretShown(page: Page, lapak: Lapak, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Tampilkan kode QR' }).click()
  const proof = page.getByRole('dialog', { name: 'Konfirmasi bahwa ini Anda' })
  await proof.getByRole('button', { name: 'Minta kode OTP' }).click()
  await proof.getByText(/Kode dikirim lewat e-mail/).waitFor()
  await proof.getByLabel('Kode OTP').fill(await codeSentTo(lapak, email))
  await proof.getByRole('button', { name: 'Konfirmasi' }).click()
  const region = page.getByRole('region', { name: 'Verifikasi dua langkah' })
  await region.getByRole('img', { name: 'Kode QR untuk aplikasi authenticator' }).waitFor()
  return (await region.locator('code').textContent()) ?? ''
}
