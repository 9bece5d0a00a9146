import type { ResultCodeId } from './result-codes.ts'

/**
 * Every refusal of the product: its HTTP status, its Indonesian text, and the result code that buyers' software gets.
 * A refusal is an expected "no"; anything else that goes wrong is a plain 500. `{name}` is filled by the thrower.
 */
export interface RefusalText {
  status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 503
  msg: string
  rc: ResultCodeId
}

export const refusals = {
  'input.invalid': { status: 400, msg: 'Data tidak valid', rc: '40' },
  'input.too_large': { status: 400, msg: 'Permintaan terlalu besar', rc: '40' },
  'access.no_session': { status: 401, msg: 'Token has expired', rc: '42' },
  'access.denied': { status: 403, msg: 'Anda tidak punya akses', rc: '46' },
  'access.client_unknown': { status: 401, msg: 'Client tidak dikenal', rc: '42' },
  'access.wrong_password': { status: 400, msg: 'Email atau password salah', rc: '42' },
  'access.not_activated': { status: 403, msg: 'User belum diaktivasi, mohon check email', rc: '46' },
  'access.blocked': { status: 403, msg: 'Akun diblokir, hubungi admin', rc: '46' },
  'access.grant_unknown': { status: 400, msg: 'Grant type tidak dikenal', rc: '40' },
  'access.too_many': { status: 429, msg: 'Terlalu banyak percobaan, coba lagi dalam {seconds} detik', rc: '83' },
  'key.unknown': { status: 401, msg: 'API key tidak dikenal', rc: '42' },
  'key.test_and_live': { status: 401, msg: 'Key dan secret berasal dari mode yang berbeda (test dan live)', rc: '42' },
  'key.no_signature': { status: 401, msg: 'Tanda tangan tidak ada', rc: '41' },
  'key.bad_signature': { status: 401, msg: 'Tanda tangan salah', rc: '41' },
  'key.bad_timestamp': { status: 401, msg: 'Waktu permintaan terlalu jauh dari jam server', rc: '41' },
  'key.address': { status: 403, msg: 'IP {address} tidak terdaftar', rc: '45' },
  'key.address_needed': { status: 403, msg: 'Secret di URL hanya diterima bila daftar IP diisi; pakai sign', rc: '45' },
  'rate.too_many': { status: 429, msg: 'Terlalu banyak permintaan', rc: '83' },
  'system.busy': { status: 503, msg: 'Sistem sedang sibuk, kirim ulang dengan reffclient yang sama', rc: '99' },
  'system.closing': { status: 503, msg: 'Sistem sedang dimulai ulang, kirim ulang dengan reffclient yang sama', rc: '99' },
  'not_found.call': { status: 404, msg: 'Alamat tidak ditemukan', rc: '40' },
  'not_found.purchase': { status: 404, msg: 'Transaksi tidak ditemukan', rc: '50' },
  'not_found.product': { status: 404, msg: 'Produk tidak ditemukan', rc: '43' },
  'not_found.seller': { status: 404, msg: 'Suplier tidak ditemukan', rc: '43' },
  'not_found.mapping': { status: 404, msg: 'Produk tidak ada di daftar', rc: '43' },
  'not_found.offer': { status: 404, msg: 'Produk suplier tidak ditemukan', rc: '43' },
  'not_found.special_price': { status: 404, msg: 'Harga khusus tidak ditemukan', rc: '43' },
  'not_found.member': { status: 404, msg: 'Member tidak ditemukan', rc: '40' },
  'not_found.key': { status: 404, msg: 'API key tidak ditemukan', rc: '40' },
  'not_found.alert': { status: 404, msg: 'Peringatan tidak ditemukan', rc: '40' },
  'not_found.delivery': { status: 404, msg: 'Callback tidak ditemukan', rc: '50' },
  'purchase.reference_used': { status: 409, msg: 'Reffclient {reffclient} sudah dipakai untuk pesanan lain', rc: '49' },
  'purchase.probable_double': {
    status: 409,
    msg: 'Kemungkinan pesanan ganda: {productcode} ke {target} baru saja dipesan. Kirim counter {counter} bila disengaja',
    rc: '63',
  },
  'purchase.not_in_list': { status: 422, msg: 'Produk {productcode} tidak ada di daftar produk Anda', rc: '43' },
  'purchase.no_supplier': { status: 422, msg: 'Semua suplier {productcode} sedang tutup atau gangguan', rc: '53' },
  'purchase.cut_off': { status: 422, msg: 'Produk {productcode} sedang cut-off', rc: '58' },
  'purchase.sold_out': { status: 422, msg: 'Stok {productcode} habis', rc: '68' },
  'purchase.price_ceiling': { status: 422, msg: 'Harga {price} di atas maxprice {maxprice}', rc: '69' },
  'purchase.wrong_prefix': { status: 422, msg: 'Nomor {target} bukan nomor {operator}', rc: '52' },
  'purchase.amount_needed': { status: 422, msg: 'Nominal wajib diisi untuk {productcode}', rc: '71' },
  'purchase.amount_unwanted': { status: 422, msg: 'Produk {productcode} tidak memakai nominal', rc: '71' },
  'purchase.amount_step': { status: 422, msg: 'Nominal harus kelipatan {denom}', rc: '71' },
  'purchase.token_needed': { status: 422, msg: 'Lakukan inquiry dahulu, lalu bayar dengan token-nya', rc: '61' },
  'purchase.token_invalid': { status: 422, msg: 'Token tagihan tidak berlaku, lakukan inquiry ulang', rc: '61' },
  'purchase.not_a_bill': { status: 422, msg: 'Produk {productcode} bukan tagihan', rc: '60' },
  'purchase.bill_not_found': { status: 422, msg: 'Tagihan tidak ditemukan: {reason}', rc: '60' },
  'purchase.state': { status: 409, msg: 'Status transaksi tidak bisa diubah dari {from}', rc: '40' },
  'purchase.forced_twice': { status: 422, msg: 'Perlu keterangan', rc: '40' },
  'balance.too_low': { status: 422, msg: 'Saldo tidak cukup', rc: '44' },
  'mapping.exists': { status: 409, msg: 'Produk suplier ini sudah ada di daftar', rc: '40' },
  'mapping.priority_used': { status: 409, msg: 'Prioritas {prioritas} sudah dipakai untuk produk ini', rc: '40' },
  'offer.exists': { status: 409, msg: 'Produk ini sudah ada di toko Anda', rc: '40' },
  'offer.promo_too_high': { status: 422, msg: 'Harga promo harus di bawah harga jual', rc: '40' },
  'special_price.exists': { status: 409, msg: 'Harga khusus untuk member ini sudah ada', rc: '40' },
  'supplier.address_refused': { status: 422, msg: 'Alamat API tidak boleh dipakai: {reason}', rc: '40' },
  'supplier.pattern_invalid': { status: 422, msg: 'Pola {name} tidak valid: {reason}', rc: '40' },
  'supplier.not_tested': { status: 422, msg: 'API suplier belum diuji', rc: '40' },
  'supplier.no_answer': { status: 422, msg: 'Server suplier tidak menjawab: {reason}', rc: '40' },
  'callback.address_refused': { status: 422, msg: 'Alamat callback tidak boleh dipakai: {reason}', rc: '40' },
  'callback.none': { status: 422, msg: 'Alamat callback belum diisi', rc: '40' },
} as const satisfies Record<string, RefusalText>

export type RefusalCode = keyof typeof refusals
