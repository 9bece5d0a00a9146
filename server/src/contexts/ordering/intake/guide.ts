import { doubleGuardMinutes } from '@lapak/contract/shared/buyer-option-fields'
import { refusals } from '@lapak/contract/shared/refusals'
import { resultCodes } from '@lapak/contract/shared/result-codes'
import { sandboxDigits, thenSeconds } from './sandbox.ts'

const word = (yes: boolean) => (yes ? 'ya' : 'tidak')

const codeRows = Object.entries(resultCodes)
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([rc, { meaning, final, retry, advice }]) => `| \`${rc}\` | ${meaning} | ${word(final)} | ${word(retry)} | ${advice} |`)
  .join('\n')

const refusalRows = Object.entries(refusals)
  .filter(([code]) =>
    /^(purchase|inquiry|balance|key|rate|system|callback|input)\.|^(access\.blocked|not_found\.(purchase|call))$/.test(code),
  )
  .map(([code, { status, rc, msg }]) => `| \`${code}\` | ${status} | \`${rc}\` | ${msg.replaceAll('|', '\\|')} |`)
  .join('\n')

const digitRows = sandboxDigits.map(({ digit, outcome }) => `| ${digit} | ${outcome} |`).join('\n')

/** The documentation for partners' developers at /docs: general rules, keys, the chapters of the channels and callbacks, and the sandbox. */
export const partnerGuide = (chapters: readonly string[]) =>
  `
Marketplace produk digital: pulsa, paket data, token PLN, tagihan, e-wallet. Halaman ini untuk pengembang software
reseller (pembeli); untuk server suplier ada bagian tersendiri. Semua jumlah uang adalah rupiah bulat; waktu berbentuk ISO 8601.

# Aturan yang menjaga uang Anda

1. **\`reffclient\` adalah identitas pesanan, untuk selamanya.** Pesanan yang sama dengan \`reffclient\` yang sama tidak
   pernah dibeli dua kali; jawabannya adalah status terakhir. Isi yang berbeda dengan \`reffclient\` lama ditolak (rc 49).
2. **Tidak ada jawaban bukan berarti gagal.** Time-out, koneksi putus, 5xx, atau rc dengan *final: tidak* berarti belum
   diketahui. Kirim ulang pesanan yang sama, atau tanyakan statusnya. Jangan mengganti \`reffclient\`.
3. **Callback dan status mengatakan hal yang sama.** Callback bisa datang dua kali atau tidak berurutan: abaikan
   \`version\` yang lebih kecil daripada yang sudah Anda simpan.
4. Produk dan nomor tujuan yang sama dengan \`reffclient\` baru dalam ${doubleGuardMinutes.default} menit ditolak sebagai kemungkinan pesanan ganda
   (rc 63). Bila disengaja, kirim \`counter\` 2, 3, dan seterusnya. Lamanya diatur di Profile > API; 0 mematikannya.
5. \`maxprice\` adalah batas harga, juga saat pesanan dialihkan ke suplier berikutnya.
6. Sukses yang dibatalkan kemudian memang ada: \`rc\` 74 dan saldo kembali.
7. Setiap jawaban membawa header \`X-Request-Id\`. Catat di log Anda, dan sebutkan bersama \`reffclient\` saat menghubungi kami.

# Key dan secret

Buat key di **Profile > API**, boleh beberapa. \`lpk_live_…\` menjual sungguhan, \`lpk_test_…\` hanya menguji. Secret tampil
sekali saat dibuat. Key yang dihapus berhenti dalam satu detik. Daftar IP boleh diisi per akun atau per key; daftar pada key
didahulukan. Alamat terakhir yang ditolak terlihat di Profile > API dengan tombol tambah.

${chapters.join('\n\n')}

# Sandbox

Dengan key \`lpk_test_…\` tidak ada yang dijual, ditahan, atau dikirim. Kode produk bebas; daftar produk dan saldo adalah contoh.
Jumlah pesanan uji per hari dibatasi, dan pesanan uji dihapus setelah beberapa hari. Digit terakhir nomor tujuan menentukan hasilnya:

| digit | hasil |
|---|---|
${digitRows}

"Kemudian" berarti setelah ${thenSeconds} detik. Inquiry tagihan: digit 1 tidak ditemukan, selain itu ada.

# Kode hasil (rc)

*Final*: tidak akan berubah lagi, kecuali pembatalan setelah sukses. *Ulang*: permintaan yang sama bisa berhasil bila dikirim
lagi nanti. Setiap jawaban API JSON dan setiap callback tentang transaksi membawa keempatnya sebagai \`rc\`, \`final\`, \`retry\` dan
\`advice\`; API GET membawa \`rc\` di header \`X-Result-Code\`. Daftar ini juga tersedia di \`GET /h2h/v1/codes\`.

| rc | arti | final | ulang | yang sebaiknya dilakukan |
|---|---|---|---|---|
${codeRows}

# Penolakan

| code | HTTP | rc | pesan |
|---|---|---|---|
${refusalRows}
`.trim()
