import { onTestFinished, test } from 'vitest'
import { openTables } from '../../../server/test/database.ts'
import { alertMessage, openWithRealtime, phone } from '../../fixtures/app.ts'
import { isolatedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

// An instance of its own, because other files use the same seller, and their alerts would appear next to the alert of this test.
const lapak = await isolatedLapak()

type Tables = ReturnType<typeof openTables>

async function withTables<Result>(work: (tables: Tables) => Promise<Result>): Promise<Result> {
  const tables = openTables(lapak.info.databaseUrl)
  return work(tables).finally(() => tables.destroy())
}

/** Runs the health check, which is scheduled every minute. */
const watchHealth = () =>
  withTables((tables) => tables.selectNoFrom(({ fn, val }) => fn('graphile_worker.add_job', [val('check-health')]).as('job')).execute())

/** Makes a seller of the demo unreachable for this many minutes, or reachable again with null. */
const makeUnreachable = (minutes: number | null) =>
  withTables((tables) =>
    tables
      .updateTable('seller_api')
      .set({
        circuit_open_since: minutes === null ? null : new Date(Date.now() - minutes * 60_000),
        circuit_open_until: minutes === null ? null : new Date(Date.now() + 3_600_000),
        failures: minutes === null ? 0 : 7,
      })
      .where('seller_id', '=', (tables) => tables.selectFrom('seller_api').select('seller_id').orderBy('seller_id').limit(1))
      .execute(),
  )

test('health: an alert appears on every page without a reload, is taken over by one administrator, and ends with a reason', async () => {
  const [ayu, bima] = [
    await openApp(lapak, { as: await lapak.signIn('admin@lapak.test') }),
    await openApp(lapak, { as: await lapak.signIn('kasir@lapak.test'), viewport: phone }),
  ]
  await openWithRealtime(ayu, '/admin/kesehatan?tab=peringatan')
  await openWithRealtime(bima, '/home')
  await ayu.page.getByText('Tidak ada peringatan', { exact: true }).waitFor()
  onTestFinished(async () => void (await makeUnreachable(null)))
  await makeUnreachable(30)
  await watchHealth()
  for (const { page } of [ayu, bima]) await alertMessage(page, 'Peringatan: Server suplier tidak terjangkau').waitFor()
  const menu = ayu.page.getByRole('button', { name: /^Administrator/ })
  await menu.click()
  await ayu.page.getByRole('menuitem', { name: 'Kesehatan (1)' }).waitFor()
  await ayu.page.keyboard.press('Escape')
  await ayu.page.getByRole('tab', { name: 'Peringatan (1)' }).waitFor()
  await bima.page.getByRole('button', { name: 'Lihat', exact: true }).click()
  await bima.page.waitForURL(/kesehatan\?tab=peringatan/)
  await bima.page.getByText('Server suplier tidak terjangkau', { exact: true }).first().waitFor()

  await ayu.page
    .getByRole('button', { name: /^Peringatan \d+$/ })
    .first()
    .click()
  const dialog = ayu.page.getByRole('dialog', { name: /^Peringatan \d+$/ })
  await dialog.getByRole('button', { name: 'Saya tangani' }).click()
  await dialog.getByRole('button', { name: 'Ambil' }).click()
  await dialog.getByText(/^Tulis alasan/).waitFor()
  await dialog.getByLabel('Apa yang Anda lakukan').fill('Menelepon suplier')
  await ayu.page.keyboard.press('Enter')
  await alertMessage(ayu.page, 'Peringatan diambil').waitFor()
  await bima.page.getByText('Diambil', { exact: true }).first().waitFor()

  await ayu.page
    .getByRole('button', { name: /^Peringatan \d+$/ })
    .first()
    .click()
  await dialog.getByText('Menelepon suplier').waitFor()
  await dialog.getByRole('button', { name: 'Akhiri', exact: true }).click()
  await dialog.getByLabel('Bagaimana selesainya').fill('Suplier pindah server')
  await dialog.getByRole('button', { name: 'Akhiri peringatan' }).click()
  await alertMessage(ayu.page, 'Peringatan diakhiri').waitFor()
  await bima.page.getByText('Tidak ada peringatan', { exact: true }).waitFor()
  await ayu.page.getByRole('combobox', { name: 'Status' }).selectOption('selesai')
  await ayu.page.getByText('Suplier pindah server').first().waitFor()
  await menu.click()
  await ayu.page.getByRole('menuitem', { name: 'Kesehatan', exact: true }).waitFor()
  await ayu.close()
  await bima.close()
})
