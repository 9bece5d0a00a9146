/* New sellers with servers of the other types; seller-life.e2e.ts covers the whole life of a seller. */
import { expect, test } from 'vitest'
import { demoSellers } from '../../../server/src/demo/people.ts'
import { phone } from '../../fixtures/app.ts'
import { type DemoSeller, newShopName } from '../../fixtures/becoming-seller.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'
import { becomeSeller, buyFromSeller, openShop, reviewAndReply, soldProduct } from '../../fixtures/selling.ts'

const lapak = await sharedLapak()
const openOffice = async () => openApp(lapak, { as: await lapak.signIn('admin@lapak.test') })
const idOf = async (token: string) => (await lapak.call<{ id: number }>(token, 'GET', '/api/v1/user')).id
const balanceOf = async (token: string) => (await lapak.call<{ balance: number }>(token, 'GET', '/api/v1/user/balance')).balance

test('seller life: a member becomes a seller with an OTOMAX server, and sells', async () => {
  const name = newShopName()
  const { email, token } = await completeMember(lapak, name)
  const seller = await openApp(lapak, { as: token })
  await becomeSeller(lapak, seller, await openOffice(), { name, email }, demoSellers[1] as DemoSeller)
  await openShop(seller.page)
  const customer = await openApp(lapak, { as: await lapak.signIn(buyer) })
  await buyFromSeller(customer.page, await idOf(token))
  await customer.close()
  await expect.poll(() => balanceOf(token)).toBe(soldProduct.price)
  await seller.close()
})

test('seller life: a member becomes a seller on a phone with a Standar HTTP GET server, sells to a phone, and replies to the review', async () => {
  const name = newShopName()
  const { email, token } = await completeMember(lapak, name)
  const seller = await openApp(lapak, { as: token, viewport: phone })
  const { page } = seller
  await becomeSeller(lapak, seller, await openOffice(), { name, email }, demoSellers[2] as DemoSeller)
  await openShop(page)
  await page.getByRole('tab', { name: 'Penjualan' }).click()
  const customer = await openApp(lapak, { as: await lapak.signIn(buyer), viewport: phone })
  await buyFromSeller(customer.page, await idOf(token))
  // The sale appears without a reload and without a button: in an empty list no row can move.
  await page.getByRole('listitem').filter({ hasText: 'Token PLN 1.000.000' }).getByText('SUKSES').waitFor()
  await expect.poll(() => balanceOf(token)).toBe(soldProduct.price)
  await reviewAndReply(customer, seller, await idOf(token))
  await customer.close()
  await seller.close()
})
