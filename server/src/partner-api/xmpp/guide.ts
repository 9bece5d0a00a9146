import { jabberCommands, jabberOptions, jabberResultsPerSecond, jabberWrongKeysMax } from '@lapak/contract/partner-api/xmpp'
import { resultCodes } from '@lapak/contract/shared/result-codes'
import { settingDefaults } from '@lapak/contract/shared/setting-defaults'

const commandRows = jabberCommands.map(({ form, about }) => `| \`${form}\` | ${about} |`).join('\n')
const optionRows = jabberOptions.map(({ form, about }) => `| \`${form}\` | ${about} |`).join('\n')

export const jabberGuide = `
# Jabber

Kirim pesan ke salah satu alamat di **Profile > JabberID**, dari alamat Jabber yang Anda daftarkan di sana. \`key\` adalah secret
dari API key pertama Anda, atau kunci Jabber bila Anda membuatnya di tab yang sama; setelah itu secret API tidak diterima di Jabber.

| perintah | arti |
|---|---|
${commandRows}

Di belakang \`trx\` dan \`bayar\`, dipisah spasi:

| tambahan | arti |
|---|---|
${optionRows}

Jawabannya satu baris:

\`\`\`
TRX S10.081234567890 SEDANG DIPROSES. Hrg: 10.250. Saldo: 489.750. R#INV-0001
TRX S10.081234567890 SUKSES. SN: 2301998877. Hrg: 10.250. Saldo: 489.750. R#INV-0001
TRX S10.081234567890 GAGAL. ${resultCodes['54'].meaning}. Saldo: 500.000. R#INV-0001
Mohon tunggu, status belum diketahui: Sistem sibuk. R#INV-0001
TIDAK ADA transaksi. R#INV-0002
SALDO Toko Maju: 489.750
\`\`\`

Hasil akhir dan pembatalan setelah sukses dikirim tanpa diminta, ke alamat yang memesan;
alamat yang dikabari semua transaksi mendapat paling banyak ${60 * jabberResultsPerSecond} hasil per menit dari pesanan lewat jalan lain. \`idtrx\` adalah \`reffclient\` di pintu lain:
pesan yang sama dengan \`idtrx\` yang sama tidak pernah dibeli dua kali. Titik boleh ada di dalam nomor tujuan, tidak di dalam \`idtrx\`.
Satu pesan berisi satu perintah, tanpa kata lain di belakang key.
Pesanan yang terlambat lebih dari ${settingDefaults['jabber.orderMinutes'].default} menit ditolak. Satu alamat mengirim paling banyak
${settingDefaults['jabber.commandsPerMinute'].default} perintah per menit; setelah ${jabberWrongKeysMax} kunci salah, alamat itu tidak dijawab selama satu jam.
Key yang meminta \`time\` tidak diterima di Jabber, karena pesan bisa dibaca ulang; buatlah kunci Jabber.
`.trim()
