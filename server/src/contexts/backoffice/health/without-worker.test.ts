import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/app.ts'
import { startMailServer } from '../../../../test/mail-server.ts'

test('without a worker, the http role opens an alert and mails it, once; when a worker lives again, the figure is good', async () => {
  const mailServer = await startMailServer()
  const app = await startTestApp({ SMTP_URL: mailServer.url }, ['http'])
  try {
    const admin = await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'], complete: true })
    await app.startAnother(['http'], undefined, { WORKER_CHECK_MS: '200' })
    const read = async (path: string) => (await app.call('GET', `/api/admin/v1/health${path}`, { token: admin.token })).body.data
    await expect.poll(() => mailServer.recipients, { timeout: 20_000 }).toContain(admin.email)
    const { content } = await read('/alerts')
    expect(content).toContainEqual(expect.objectContaining({ matter: 'workers', message: 'Terakhir terlihat tidak pernah' }))
    expect(await read('')).toMatchObject({ pekerja: { hidup: 0, terakhir: null, baik: false }, pemulihan: null })
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(mailServer.recipients).toEqual([admin.email])
    expect(mailServer.mails[0]?.subject).toBe('Peringatan Lapak: Tidak ada worker yang hidup')

    await app.startAnother(['worker'])
    expect(await read('')).toMatchObject({ pekerja: { hidup: 1, baik: true } })
  } finally {
    await app.stop()
    await mailServer.close()
  }
})
