import { type FlipSimulator, startFlip } from '@lapak/simulators/flip'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { productionEnvironment, startTestApp, type TestApp } from '../../../test/app.ts'

const key = 'JDJ5JDEzJHRlc3Q'
const owner = { status: 'SUCCESS', account_holder: 'RATNA DEWI SUSANTI' }

let flip: FlipSimulator
let app: TestApp
beforeAll(async () => {
  flip = await startFlip(key)
  app = await startTestApp({ ...productionEnvironment, NAME_INQUIRY: 'flip', FLIP_SECRET_KEY: key, FLIP_URL: flip.url }, ['http'])
})
afterAll(async () => {
  await app.stop()
  await flip.close()
})

const check = async (accountno: string, where = app) => {
  const { token } = await where.member()
  return where.call('POST', '/api/v1/seller/banks/cek', { token, body: { bankcode: '04', accountno } })
}

describe('the name inquiry by Flip in production [B-API-49]', () => {
  test('returns the name as the bank writes it', async () => {
    flip.knows('002301005678505', owner)
    expect(await check('002301005678505')).toMatchObject({ status: 200, body: { data: { accountname: 'RATNA DEWI SUSANTI' } } })
  })

  test('repeats the request while Flip is pending, until it returns the name', async () => {
    flip.knows('002301005678506', { ...owner, pendingTimes: 2 })
    expect((await check('002301005678506')).body.data).toEqual({ accountname: 'RATNA DEWI SUSANTI' })
    expect(flip.askedAbout('002301005678506')).toBe(3)
  })

  test.each(['INVALID_ACCOUNT_NUMBER', 'CLOSED', 'BLACK_LISTED'])('reports an account with the status %s as missing', async (status) => {
    flip.knows('002301005678507', { status, account_holder: 'RATNA' })
    expect(await check('002301005678507')).toMatchObject({ status: 422, body: { code: 'bank.not_found_there' } })
  })

  test.each(['FAILED', '', 'SUCCESS'])('gives no result for the status "%s" without a name', async (status) => {
    flip.knows('002301005678508', { status })
    expect(await check('002301005678508')).toMatchObject({ status: 422, body: { code: 'bank.check_no_answer' } })
  })

  test('gives no result if Flip refuses the key or cannot be reached', async () => {
    for (const settings of [{ FLIP_SECRET_KEY: 'another' }, { FLIP_URL: 'http://127.0.0.1:9' }]) {
      const other = await startTestApp(
        { ...productionEnvironment, NAME_INQUIRY: 'flip', FLIP_SECRET_KEY: key, FLIP_URL: flip.url, ...settings },
        ['http'],
      )
      try {
        expect(await check('002301005678505', other)).toMatchObject({ status: 422, body: { code: 'bank.check_no_answer' } })
      } finally {
        await other.stop()
      }
    }
  })
})
