-- The first version of the terms and conditions; administrators publish later ones. Who had accepted them before has
-- accepted this version.

insert into terms (content) values ($terms$# 1. Tentang Lapak
Lapak adalah tempat bertemunya pembeli dan penjual (suplier) produk digital seperti pulsa, paket data, token listrik, pembayaran tagihan, voucher dan saldo dompet digital.
- Lapak hanya menyediakan tempat bertemunya pembeli dan penjual. Lapak bukan penjual, dan bukan pihak dalam jual beli antara pembeli dan penjual.
- Harga, ketersediaan dan mutu produk ditentukan oleh masing-masing penjual.
- Dana transaksi yang sedang diproses ditahan oleh Lapak dan baru diteruskan kepada penjual setelah transaksi sukses, atau dikembalikan kepada pembeli bila transaksi gagal.
# 2. Akun
- Data yang diisi pada saat pendaftaran dan pelengkapan akun harus benar dan milik Anda sendiri.
- Satu nomor telepon hanya dapat diverifikasi untuk satu akun. Nomor yang sudah diverifikasi tidak dapat diganti.
- Anda wajib menjaga kerahasiaan password, kode OTP, kode authenticator, API key dan secret. Lapak tidak pernah meminta kode-kode tersebut.
- Semua transaksi yang dilakukan dengan akun, API key atau JabberID Anda dianggap sebagai transaksi Anda.
- Lapak dapat memblokir akun yang dipakai untuk penipuan, pencucian uang, atau melanggar hukum yang berlaku di Indonesia.
# 3. Deposit saldo
- Transfer deposit harus sama persis dengan nominal pada tiket, termasuk kode unik.
- Bukti deposit diperiksa pada hari kerja pukul 08:00-17:00.
- Permintaan deposit yang belum dibayar dapat dibatalkan setelah 2x24 jam.
- Saldo hanya dapat dipakai untuk bertransaksi di Lapak dan tidak berbunga.
# 4. Transaksi
- Pastikan kode produk dan nomor tujuan sudah benar sebelum memesan. Transaksi yang sudah sukses ke nomor yang salah tidak dapat dibatalkan.
- Transaksi berstatus pending menunggu jawaban dari server penjual. Selama pending, dana Anda ditahan dan tidak hilang.
- Transaksi yang gagal dikembalikan penuh ke saldo Anda.
# 5. Komplain dan pengembalian
- Sengketa transaksi wajib dilaporkan paling lambat 24 jam sejak waktu transaksi.
- Pengembalian (retur) wajib diajukan paling lambat 7 hari sejak waktu transaksi.
- Laporan di luar batas waktu tersebut tidak dapat diproses.
- Keputusan mengenai sengketa diambil berdasarkan catatan transaksi, jawaban server penjual dan bukti dari kedua pihak.
# 6. Penarikan saldo (cashout)
- Penarikan saldo dilayani setiap hari pukul 08:00-21:00 WIB dan diproses paling cepat pada hari berikutnya.
- Pembeli hanya dapat menarik saldo dalam keadaan khusus: jumlah di atas Rp 1.000.000 karena salah transfer, atau jumlah di atas Rp 100.000 karena berhenti menjadi member.
- Penjual dapat menarik saldo yang melebihi Rp 50.000, sehingga saldo yang tersisa setelah penarikan paling sedikit Rp 50.000.
- Penarikan hanya dikirim ke rekening bank atas nama yang didaftarkan pada akun.
# 7. Kewajiban penjual
- Penjual wajib memproses setiap pesanan tepat satu kali dan memberikan status yang benar.
- Penjual wajib memberikan serial number untuk transaksi yang sukses bila produknya memiliki serial number.
- Bila transaksi yang dinyatakan sukses ternyata tidak terkirim, dana transaksi dikembalikan kepada pembeli dari saldo penjual.
# 8. Data pribadi
- Data pribadi dipakai untuk menjalankan layanan, memenuhi kewajiban hukum dan mencegah penipuan, dan tidak dijual kepada pihak lain.
- Foto KTP dan NPWP hanya dapat dilihat oleh pemiliknya dan administrator Lapak.
# 9. Perubahan ketentuan
- Ketentuan ini dapat berubah. Versi baru ditampilkan di halaman awal dan harus disetujui sebelum layanan dapat dipakai kembali.
- Ketentuan ini tunduk pada hukum Republik Indonesia.$terms$);

insert into terms_acceptance (member_id, terms_id) select id, (select max(id) from terms) from member where terms_accepted;
alter table member drop column terms_accepted;
