import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { approvalLevels } from '@lapak/contract/selling/seller-applications'
import sharp, { type Sharp } from 'sharp'
import type { Tx } from '#db/db.ts'
import { createObjectStore } from '#integrations/object-storage/object-storage.ts'
import type { Config } from '#shared/config.ts'

const bar = (left: number, top: number, width: number, height: number) => ({
  input: { create: { width, height, channels: 4 as const, background: { r: 255, g: 255, b: 255, alpha: 0.7 } } },
  left,
  top,
})

/** A drawn card without data: lines in place of text, and an empty frame for the photo. */
const card = (ground: string, lines: number) =>
  sharp({ create: { width: 960, height: 600, channels: 4, background: ground } }).composite([
    bar(40, 40, 880, 56),
    bar(660, 140, 240, 320),
    ...Array.from({ length: lines }, (_, nth) => bar(40, 140 + 62 * nth, [520, 440, 480, 360][nth % 4] ?? 400, 28)),
  ])

/** A seller application, sent some hours ago, that waits for an administrator. */
export async function insertApplication(tx: Tx, { dataDir, s3 }: Config, memberId: bigint): Promise<void> {
  const store = createObjectStore({ folder: join(dataDir, 'uploads'), s3 })
  const keep = async (drawing: Sharp) => {
    const { data, info } = await drawing.webp().toBuffer({ resolveWithObject: true })
    const name = `${randomBytes(24).toString('base64url')}.webp`
    await store.put(`private/${name}`, data, 'image/webp')
    const row = { name, owner_id: memberId, private: true, bytes: data.length, width: info.width, height: info.height }
    await tx.insertInto('upload').values(row).execute()
    return `/private/images/${name}`
  }
  const [ktp, npwp] = [await keep(card('#6fa8c9', 6)), await keep(card('#d9b65c', 4))]
  const sentAt = new Date(Date.now() - 3 * 3_600_000)
  await tx.insertInto('seller_document').values({ member_id: memberId, ktp, npwp, sent_at: sentAt }).execute()
  await tx
    .updateTable('member')
    .set({ ktp, npwp, admin_confirmation: approvalLevels.waiting, api_test: 1, documents_sent_at: sentAt })
    .where('id', '=', memberId)
    .execute()
}
