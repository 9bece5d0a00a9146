import { type PurchaseAct, type PurchaseRow, purchaseActs, type Transactionrc } from '@lapak/contract/ordering/purchases'
import { rupiahText } from '@lapak/contract/shared/money'

interface ActWords {
  label: string
  danger?: true
  /** What the administrator should check before the action. */
  beware: string
  question: (of: PurchaseRow) => string
  questionOfMany: (count: number, sum: bigint) => string
}

export const actionTexts: Record<PurchaseAct, ActWords> = {
  succeed: {
    label: 'Sukseskan',
    beware: 'Hanya bila suplier memastikan bahwa pesanannya terkirim.',
    question: (of) => `Transaksi ${of.id} SUKSES? ${rupiahText(of.sellprice)} dari ${of.membername} menjadi milik ${of.sellername}.`,
    questionOfMany: (count, sum) => `${count} transaksi SUKSES? ${rupiahText(sum)} menjadi milik supliernya.`,
  },
  fail: {
    label: 'Gagalkan',
    danger: true,
    beware: 'Hanya bila suplier memastikan bahwa pesanannya tidak terkirim dan tidak akan terkirim.',
    question: (of) => `Transaksi ${of.id} GAGAL? ${rupiahText(of.sellprice)} kembali ke saldo ${of.membername}.`,
    questionOfMany: (count, sum) => `${count} transaksi GAGAL? ${rupiahText(sum)} kembali ke saldo pembelinya.`,
  },
  refund: {
    label: 'Refund',
    danger: true,
    beware: 'Uangnya diambil lagi dari suplier; yang tidak tertutup saldonya menjadi hutangnya.',
    question: (of) =>
      `Refund transaksi ${of.id}? ${rupiahText(of.sellprice)} kembali ke saldo ${of.membername}, diambil dari ${of.sellername}.`,
    questionOfMany: (count, sum) => `Refund ${count} transaksi? ${rupiahText(sum)} kembali ke saldo pembelinya, diambil dari supliernya.`,
  },
}

/** The actions that are possible for purchases in this state. */
export const actionsForState = (state: Transactionrc): PurchaseAct[] =>
  (Object.keys(purchaseActs) as PurchaseAct[]).filter((act) => purchaseActs[act].from === state)
