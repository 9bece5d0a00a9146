/** Jabber commands of members, in the form in which the web app, the guide and the answer to an invalid command list them. */
export const jabberCommands = [
  { form: 'S.<key>', about: 'Cek saldo' },
  { form: 'trx.<idtrx>.<productcode>.<target>.<key>', about: 'Transaksi. Dikirim ulang dengan idtrx yang sama: status terakhir' },
  { form: 'cek.<idtrx>.<key>', about: 'Status transaksi' },
  { form: 'h.<productcode>.<key>', about: 'Harga Anda; awal kode saja: semua yang berawalan itu' },
  { form: 'cek.<productcode>.<target>.<key>', about: 'Cek tagihan' },
  { form: 'bayar.<idtrx>.<productcode>.<target>.<key>', about: 'Bayar tagihan yang baru dicek' },
  { form: 'bantuan', about: 'Daftar perintah ini' },
] as const

/** After this many consecutive wrong keys, a Jabber address gets no answer for an hour, so that keys cannot be guessed. This number is published. */
export const jabberWrongKeysMax = 10

/** Average number of results per second for orders from other channels, sent to a Jabber address that receives the results of all channels. */
export const jabberResultsPerSecond = 5

/** Options of an order, written after the command and a space. */
export const jabberOptions = [
  { form: 'max=<harga>', about: 'batas harga' },
  { form: 'nom=<nominal>', about: 'nominal produk bebas nominal' },
  { form: '#2', about: 'memang pesanan kedua ke nomor yang sama' },
] as const
