/** What a member can write to the house by Jabber, as pages, guide and the answer to a wrong one say it. */
export const jabberCommands = [
  { form: 'S.<key>', about: 'Cek saldo' },
  { form: 'trx.<idtrx>.<productcode>.<target>.<key>', about: 'Transaksi. Dikirim ulang dengan idtrx yang sama: status terakhir' },
  { form: 'cek.<idtrx>.<key>', about: 'Status transaksi' },
  { form: 'h.<productcode>.<key>', about: 'Harga Anda; awal kode saja: semua yang berawalan itu' },
  { form: 'cek.<productcode>.<target>.<key>', about: 'Cek tagihan' },
  { form: 'bayar.<idtrx>.<productcode>.<target>.<key>', about: 'Bayar tagihan yang baru dicek' },
  { form: 'bantuan', about: 'Daftar perintah ini' },
] as const

/** After so many wrong keys in a row an address is not answered for an hour; published, and what protects from guessing. */
export const jabberWrongKeysMax = 10

/** So many results of orders that came another way are told to an address that hears of all, in the long run. */
export const jabberResultsPerSecond = 5

/** Behind an order, after a space. */
export const jabberOptions = [
  { form: 'max=<harga>', about: 'batas harga' },
  { form: 'nom=<nominal>', about: 'nominal produk bebas nominal' },
  { form: '#2', about: 'memang pesanan kedua ke nomor yang sama' },
] as const
