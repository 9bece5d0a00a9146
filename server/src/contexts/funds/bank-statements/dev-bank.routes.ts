import { bankCode, bankNames } from '@lapak/contract/shared/banks'
import { rupiahAsked } from '@lapak/contract/shared/wire'
import { z } from 'zod'
import { parseInput, type Routes } from '#http/http.ts'
import { type FeedDeps, takeRows } from './feed.ts'

const moved = z.object({
  bank: bankCode,
  amount: rupiahAsked,
  direction: z.enum(['in', 'out']),
  text: z.string().max(200).default('TRSF E-BANKING'),
})

/**
 * A simulated bank for development: it moves money and reports the movements through the platform's bank feed. It is not registered in production.
 */
export function devBankRoutes(routes: Routes, deps: FeedDeps) {
  routes.raw.get('/dev/bank', (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page('')),
  )

  routes.raw.post('/dev/bank', async (request, reply) => {
    const { bank, amount, direction, text } = parseInput(moved, request.body)
    const sen = amount * (direction === 'in' ? 100n : -100n)
    const { added } = await takeRows(deps, { name: 'dev', bank }, [
      { id: null, accountNo: null, at: new Date(), hasTime: true, amount: sen, description: text, balance: null },
    ])
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(added === 1 ? 'Mutasi terkirim.' : 'Mutasi sudah ada.'))
  })
}

const page = (status: string) => `<!doctype html>
<html lang="id">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bank</title>
<style>
body { margin: 0 auto; max-width: 480px; padding: 24px 16px; background: #f3f5f4; font: 16px/1.5 Arial, Helvetica, sans-serif; color: #1f2a24 }
form { background: #fff; border-radius: 8px; padding: 20px 24px; display: grid; gap: 12px }
label { display: grid; gap: 4px }
input, select, button { font: inherit; padding: 8px; min-height: 44px }
</style></head>
<body>
<h1>Bank</h1>
<p>Uang masuk atau keluar di rekening Lapak, seperti yang akan diceritakan bank.</p>
<p role="status">${status}</p>
<form method="post">
<label>Bank <select name="bank">${Object.entries(bankNames)
  .map(([code, name]) => `<option value="${code}">${name}</option>`)
  .join('')}</select></label>
<label>Jumlah <input name="amount" inputmode="numeric" required></label>
<label>Arah <select name="direction"><option value="in">Masuk</option><option value="out">Keluar</option></select></label>
<label>Keterangan <input name="text" value="TRSF E-BANKING" maxlength="200"></label>
<button>Kirim mutasi</button>
</form>
</body>
</html>
`
