import type { SelfTestSituationName, SelfTestVerdict } from '@lapak/contract/selling/seller-self-test'
import type { SupplierOutcome } from '#integrations/suppliers/supplier.ts'

/** One answer or report of a seller's server in a self-test. */
export interface Heard {
  source: 'order' | 'status' | 'report'
  outcome: SupplierOutcome
  /** A request was sent, and no answer came. */
  noAnswer: boolean
}

export interface Situation {
  heard: readonly Heard[]
  /** For this type of server, a status request is the same order sent again. */
  resends: boolean
}

export interface Judged {
  verdict: SelfTestVerdict
  advice: string
}

type State = SupplierOutcome['state']

const passed = (advice: string): Judged => ({ verdict: 'passed', advice })
const attention = (advice: string): Judged => ({ verdict: 'attention', advice })
const failed = (advice: string): Judged => ({ verdict: 'failed', advice })
const untestable = (advice: string): Judged => ({ verdict: 'untestable', advice })

export const isEnd = ({ outcome }: Heard): boolean => outcome.state === 'success' || outcome.state === 'failed'

/** Whether no further answer follows: a result is final, or the order was refused or was never sent. */
export const isOver = (heard: Heard): boolean =>
  isEnd(heard) || (heard.source === 'order' && (heard.outcome.state === 'refused' || heard.outcome.state === 'unsent'))

export const areContradictory = (heard: readonly Heard[]): boolean =>
  new Set(heard.filter(isEnd).map(({ outcome }) => outcome.state)).size > 1

const stateOf = (heard: Heard | undefined): State | undefined => heard?.outcome.state
const serialNumberOf = (heard: Heard | undefined): string | null => (heard?.outcome.state === 'success' ? heard.outcome.serialNumber : null)
const supplierReferenceOf = (heard: Heard | undefined): string | null =>
  heard && 'supplierReference' in heard.outcome ? heard.outcome.supplierReference : null

const unreachable = 'Server tidak dapat dihubungi, jadi situasi ini belum diuji. Periksa alamat API dan firewall, lalu ulangi.'
const unreadable =
  'Jawaban pesanan tidak dapat dipahami. Jawab HTTP 200, ulangi referensi atau nomor tujuan, dan tulis SUKSES, GAGAL, atau sedang diproses.'
const silent = 'Pesanan tidak dijawab sampai batas waktu. Jawab segera "sedang diproses" dan kirim hasilnya lewat laporan.'
const neverEnded = 'Hasil akhirnya tidak datang selama uji. Kirim laporan ke alamat laporan, atau jawab pertanyaan status dengan jelas.'
const bring = (how: string) => `Situasi ini tidak terjadi. ${how}`

const unclear = (first: Heard | undefined) => (first?.noAnswer ? silent : unreadable)

/** Judges the server's behaviour in one situation, and gives advice to the seller. */
export function judgeSituation(name: SelfTestSituationName, situation: Situation): Judged {
  const first = situation.heard.find(({ source }) => source === 'order') ?? situation.heard[0]
  if (stateOf(first) === 'unsent') return name === 'success' ? failed(unreachable) : untestable(unreachable)
  if (first?.source === 'order' && stateOf(first) === 'refused' && name !== 'failure')
    return untestable('Server menolak permintaan ini. Pakai kode produk dan nomor uji yang diterima server Anda, dan periksa saldo ujinya.')
  return rules[name](situation, first)
}

type Rule = (situation: Situation, first: Heard | undefined) => Judged

const rules: Record<SelfTestSituationName, Rule> = {
  success({ heard }, first) {
    const end = heard.find(isEnd)
    if (stateOf(end) === 'failed') return untestable(bring('Server menjawab gagal. Pakai produk dan nomor uji yang selalu sukses.'))
    if (!end) return stateOf(first) === 'pending' ? attention(neverEnded) : failed(unclear(first))
    if (serialNumberOf(end) === null) return attention('Sukses tanpa SN. Tulis nomor serinya sesudah "SN:", supaya pembeli punya bukti.')
    return stateOf(first) === 'unknown' ? attention(`Suksesnya baru jelas kemudian. ${unclear(first)}`) : passed('Sukses dan SN dipahami.')
  },

  failure({ heard }, first) {
    const end = heard.find(isEnd)
    if (stateOf(end) === 'success') return untestable(bring('Server menjawab sukses. Pakai nomor uji yang selalu gagal.'))
    if (stateOf(first) === 'refused')
      return attention('Dianggap penolakan permintaan, bukan kegagalan pesanan. Ulangi referensi atau nomor tujuan bersama kata GAGAL.')
    if (!end) return stateOf(first) === 'pending' ? attention(neverEnded) : failed(unclear(first))
    return stateOf(first) === 'unknown' ? attention(`Gagalnya baru jelas kemudian. ${unclear(first)}`) : passed('Gagal dipahami.')
  },

  pending({ heard }, first) {
    if (stateOf(first) === 'unknown') return failed(unclear(first))
    if (stateOf(first) !== 'pending') return untestable(bring('Server langsung menjawab hasil akhir. Pakai nomor uji yang lama diproses.'))
    const asked = stateOf(heard.find(({ source }) => source === 'status'))
    if (asked === 'not-found') return failed('Status dijawab tidak ada, padahal pesanan sedang diproses. Jawab sedang diproses.')
    if (asked === 'unknown' || asked === 'unsent' || asked === undefined)
      return failed('Pertanyaan status tidak dijawab dengan jelas. Jawab sedang diproses, sukses, atau gagal, dengan referensinya.')
    return passed('Uang tetap ditahan sampai ada hasil akhir.')
  },

  late({ heard }, first) {
    if (stateOf(first) === 'unknown') return failed(unclear(first))
    if (stateOf(first) !== 'pending')
      return untestable(bring('Server langsung menjawab hasil akhir. Pakai nomor uji yang selesai beberapa detik kemudian.'))
    const end = heard.find(isEnd)
    if (!end) return failed(neverEnded)
    return end.source === 'report'
      ? passed('Hasilnya datang lewat laporan.')
      : passed('Hasilnya baru diketahui lewat pertanyaan status. Lebih cepat bila software Anda melapor ke alamat laporan.')
  },

  double({ heard }, first) {
    if (stateOf(first) === 'unknown') return failed(unclear(first))
    const [one, ...others] = heard.filter((word) => stateOf(word) === 'success')
    if (!one) return untestable(bring('Pesanan pertama tidak sukses. Pakai produk dan nomor uji yang selalu sukses.'))
    return bought(one, others, 'Referensi yang sama tetap satu pesanan.')
  },

  contradicting({ heard }, first) {
    const [one] = heard.filter(isEnd)
    if (!one) return stateOf(first) === 'unknown' ? failed(unclear(first)) : untestable(bring(neverEnded))
    if (!areContradictory(heard))
      return untestable('Server Anda tidak membantah dirinya sendiri, seperti seharusnya. Untuk mengujinya, laporkan sukses lalu gagal.')
    return stateOf(one) === 'success'
      ? passed('Sukses tetap berlaku, dan petugas memeriksa gagalnya. Jangan kirim hasil akhir yang berubah.')
      : attention(
          'Sukses sesudah gagal: uang sudah kembali ke pembeli, dan Anda tidak dibayar sampai petugas memeriksa. Jangan kirim barang lagi.',
        )
  },

  slow({ heard }, first) {
    if (!first?.noAnswer) return untestable(bring('Server menjawab sebelum batas waktu. Pakai nomor uji yang menahan jawabannya.'))
    if (heard.some(isEnd)) return passed('Tanpa jawaban bukan gagal: statusnya ditanyakan, dan hasilnya jelas.')
    const last = stateOf(heard.at(-1))
    if (last === 'not-found')
      return attention('Pesanan yang tidak dijawab belum tercatat, jadi akan dikirim lagi. Catat referensinya sebelum diproses.')
    return last === 'pending' ? attention(neverEnded) : failed('Sesudah batas waktu, pertanyaan status tidak dijawab dengan jelas.')
  },

  garbage({ heard }, first) {
    if (first?.noAnswer || stateOf(first) !== 'unknown')
      return untestable(bring('Jawaban pesanan dapat dibaca, atau tidak ada. Pakai nomor uji yang jawabannya kacau.'))
    if (heard.some(isEnd)) return passed('Jawaban yang tidak terbaca bukan gagal: statusnya ditanyakan, dan hasilnya jelas.')
    return failed('Sesudah jawaban yang tidak terbaca, pertanyaan status tidak dijawab dengan jelas.')
  },

  'status-after-success'({ heard }, first) {
    const one = heard.find((word) => stateOf(word) === 'success')
    if (!one)
      return stateOf(first) === 'unknown'
        ? failed(unclear(first))
        : untestable(bring('Pesanannya tidak sukses. Pakai nomor uji yang sukses.'))
    const asked = heard.findLast(({ source }) => source === 'status')
    if (stateOf(asked) === 'success' && asked) return bought(one, [asked], 'Status sesudah sukses tetap sukses.')
    return failed(
      `Status pesanan yang sudah sukses dijawab ${statusLabels[stateOf(asked) ?? 'unknown']}. Jawab tetap sukses dengan SN yang sama.`,
    )
  },

  'status-unknown'({ heard, resends }) {
    const state = stateOf(heard[0]) ?? 'unknown'
    if (resends)
      return state === 'unknown'
        ? failed(unreadable)
        : passed(
            'Tanpa alamat status, pertanyaan ini adalah pesanan yang dikirim lagi: referensi yang belum dikenal dilayani sebagai pesanan baru.',
          )
    if (state === 'not-found') return passed('Pesanan yang tidak pernah sampai dikirim sekali lagi dengan referensi yang sama.')
    if (state === 'unknown')
      return attention('Tidak dipahami, jadi pesanan yang tidak sampai menunggu petugas. Jawab "tidak ada transaksi".')
    return failed(`Referensi yang tidak pernah dipesan dijawab ${statusLabels[state]}. Jawab "tidak ada transaksi".`)
  },
}

const statusLabels: Record<State, string> = {
  success: 'sukses',
  failed: 'gagal',
  pending: 'sedang diproses',
  refused: 'ditolak',
  'not-found': 'tidak ada',
  unsent: 'tidak sama sekali',
  unknown: 'tidak jelas',
}

/** Compares the delivered goods by serial number or, if there are no serial numbers, by the server's own reference numbers. */
function bought(one: Heard, others: readonly Heard[], good: string): Judged {
  if (others.length === 0)
    return attention('Pesanan kedua tidak dijawab sukses dan statusnya tidak jelas. Jawab referensi yang sama dengan hasil pertamanya.')
  const numbers = [one, ...others].map(serialNumberOf)
  if (numbers.every((number) => number !== null))
    return new Set(numbers).size === 1 ? passed(good) : failed('SN-nya berbeda: server Anda membeli dua kali untuk satu referensi.')
  const references = [one, ...others].map(supplierReferenceOf)
  if (references.every((reference) => reference !== null && reference === references[0])) return passed(good)
  return attention('Tanpa SN yang sama tidak dapat dipastikan bahwa barangnya hanya dibeli sekali. Jawab dengan SN-nya.')
}
