-- Members: accounts and their roles, and everything by which a member proves its identity: sessions, second factor, one-time codes, mailed links.
-- Members are never deleted. Tokens and codes are stored hashed, other secrets encrypted (ADR 0026).
-- The terms and conditions are here too, because a sign-up refers to the version that it accepted.

-- — Accounts

create table member (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  password_hash text not null,
  phone text,
  phone_verified_at timestamptz,
  -- Telegram or WhatsApp, shown to other members.
  contact text,
  address text,
  province_id bigint,
  city_id bigint,
  district_id bigint,
  avatar text,
  -- Private pictures of the identity card and the tax card.
  ktp text,
  npwp text,
  -- 0 blocked or closed, 1 profile incomplete, 2 active.
  status smallint not null default 2 check (status in (0, 1, 2)),
  -- Whether the e-mail address is confirmed.
  activated boolean not null default false,
  shop_open boolean not null default false,
  -- Application to sell: 0 no documents sent, 1 documents rejected, 2 waiting for an administrator, 3 approved.
  admin_confirmation smallint not null default 0 check (admin_confirmation between 0 and 3),
  -- 1 until the seller's server has passed a test.
  api_test smallint not null default 1 check (api_test in (0, 1)),
  callback_url text not null default '',
  callback_secret bytea,
  -- IP addresses from which API keys without a list of their own may call.
  allowed_addresses text not null default '',
  -- An order of the same product for the same target within these minutes is refused as a probable double; 0 is off.
  double_guard_minutes integer not null default 5 check (double_guard_minutes between 0 and 1440),
  routing text not null default 'mine' check (routing in ('mine', 'cheapest', 'fastest', 'reliable')),
  -- In rupiah: a lower balance causes a warning. Null is off.
  low_balance bigint,
  last_active_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 0,
  -- Whether price changes are sent to the callback address.
  price_change_callbacks boolean not null default false,
  -- Last change of the documents or of the data on which an administrator decides, and the last reason of a rejection.
  documents_sent_at timestamptz,
  seller_rejection text,
  -- When the member last lost the seller role. A former seller cashes out its earnings under the rules of sellers.
  sold_until timestamptz,
  -- Opening and closing time from Monday to Sunday, in minutes of the day in Asia/Jakarta; -1 twice is a closed day, null is always open.
  -- A day whose end is not after its beginning continues on the next day.
  shop_hours smallint[],
  -- When an administrator approved the seller; null counts as long ago.
  selling_since timestamptz,
  -- Whether an order from the page goes to the cheapest open offer, if the buying list has no entry for it.
  open_offers boolean not null default true,
  constraint member_shop_hours check (cardinality(shop_hours) = 14 and -1 <= all (shop_hours) and 1440 > all (shop_hours))
);
create unique index member_email on member (lower(email));
create index member_version on member (version);
-- A verified number belongs to one account. It is stored as E.164 digits without a plus (6281234567890).
create unique index member_verified_phone on member (phone) where phone_verified_at is not null;
-- Searches of administrators by a part of the name, and by a part of the e-mail or phone.
create index member_search on member using gin (name gin_trgm_ops);
-- Applications that wait or are decided.
create index member_applications on member (admin_confirmation, id) where admin_confirmation > 0;
-- Shops with opening hours, checked every minute.
create index member_with_hours on member (id) where shop_hours is not null;
create index member_words on member using gin (email gin_trgm_ops, phone gin_trgm_ops);
-- The few members that are not active, for the list of administrators.
create index member_not_active on member (status, id) where status < 2;
-- Only columns that orders need are named: a change of another one would make every process read the row again.
create trigger cache_bump before insert or update of
    name, status, activated, shop_open, shop_hours, admin_confirmation, api_test,
    callback_url, callback_secret, allowed_addresses, double_guard_minutes, routing, low_balance
  on member for each statement execute function bump_cache_version();
create trigger cache_stamp before insert or update of
    name, status, activated, shop_open, shop_hours, admin_confirmation, api_test,
    callback_url, callback_secret, allowed_addresses, double_guard_minutes, routing, low_balance
  on member for each row execute function stamp_cache_version();

create table role (
  id bigint primary key,
  name text not null unique
);

insert into role values (1, 'ROLE_ADMIN'), (2, 'ROLE_SELLER');

create table member_role (
  member_id bigint not null references member,
  role_id bigint not null references role,
  primary key (member_id, role_id)
);
create index member_role_members on member_role (role_id, member_id);

-- Members that an administrator blocked, with their state before. Unblocking restores it and deletes the row.
create table member_block (
  member_id bigint primary key references member (id),
  status smallint not null check (status > 0),
  shop_open boolean not null,
  reason text not null check (reason <> ''),
  blocked_by bigint not null references member (id),
  at timestamptz not null default now()
);

-- Names of shops, reduced to their appearance (`members/shop-names/skeleton.ts`). The primary key prevents two shops of the same appearance,
-- also when both take their name at once.
create table shop_name (
  skeleton text primary key,
  member_id bigint not null unique references member
);

-- — Terms and conditions

create table terms (
  id bigint generated always as identity primary key,
  -- Headings (`# `), list items (`- `) and paragraphs, one per line.
  content text not null,
  published_at timestamptz not null default now(),
  published_by bigint references member
);

-- The first version; administrators publish the later ones.
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

-- — Sessions

create table session (
  token_hash bytea primary key,
  member_id bigint not null references member,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  address text,
  agent text,
  -- Identifies a session without its token, such as in the audit.
  id bigint generated always as identity unique
);
create index session_member on session (member_id);

-- Last step-up authentication of a session. Calls that a thief of the session would want demand a recent one.
create table session_step_up (
  token_hash bytea primary key references session on delete cascade,
  way text not null check (way in ('sign_in', 'password', 'pin', 'code', 'mail')),
  verified_at timestamptz not null default now()
);

-- Browsers from which a member signed in. They have attempts of their own, so that strangers who guess cannot lock the owner out.
-- Several members may share one browser.
create table device (
  token_hash bytea not null,
  member_id bigint not null references member,
  agent text,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  primary key (token_hash, member_id)
);
create index device_member on device (member_id);

-- Accounts at Google or Facebook, identified by the provider's subject.
create table social_identity (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null,
  member_id bigint not null references member,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index social_identity_member on social_identity (member_id);

-- — Second factor

create table two_factor (
  member_id bigint primary key references member,
  -- Encrypted.
  secret bytea not null,
  -- Set by the first right code, which proves that the authenticator has the secret.
  enabled_at timestamptz,
  -- 30-second step of the newest used code. Codes of this step or an earlier one are replays.
  last_step bigint not null default 0
);

create table recovery_code (
  member_id bigint not null references member,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (member_id, code_hash)
);

-- State of a sign-in between the right password and the second factor.
create table mfa_challenge (
  token_hash bytea primary key,
  member_id bigint not null references member,
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index mfa_challenge_member on mfa_challenge (member_id);

-- — Codes and PINs

-- One-time codes for one member, purpose and destination. Only the newest of a purpose is valid.
create table otp (
  sid text primary key,
  member_id bigint not null references member,
  purpose text not null,
  channel text not null check (channel in ('whatsapp', 'mail')),
  -- E.164 digits or an e-mail address.
  destination text not null,
  code_hash bytea not null,
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Codes for step-up authentication (`proof`) and cash-outs belong to one session; null for other purposes.
  -- No foreign key: a sent code counts for a day, even if its session ends before.
  session_id bigint,
  constraint otp_purpose_check check (purpose in ('phone', 'confirm', 'cash_out', 'jabber', 'bank', 'proof'))
);
create index otp_member on otp (member_id, created_at);
create index otp_destination on otp (destination, created_at);

-- Optional second lock of orders from the page.
create table transaction_pin (
  member_id bigint primary key references member,
  pin_hash text not null,
  created_at timestamptz not null default now()
);

-- — Sign-up and mailed links

-- Sign-ups of one address wait apart, each with its own choices and links, so that nobody can put a password under another one's link.
create table sign_up (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  name text not null,
  phone text,
  password_hash text not null,
  -- IP address of the form, and the version that it accepted.
  address text,
  terms_id bigint references terms,
  created_at timestamptz not null default now()
);
-- For the newest sign-up of a member: a backward scan of the primary key would read those of all members.
create index sign_up_newest on sign_up (member_id, id);

-- Links in e-mails: each works once and expires. Lock order: member before its links.
create table email_token (
  token_hash bytea primary key,
  member_id bigint not null references member,
  purpose text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  sign_up_id bigint references sign_up on delete cascade,
  constraint email_token_purpose_check check (purpose in ('activate', 'reset', 'sign_in')),
  constraint email_token_activates check ((purpose = 'activate') = (sign_up_id is not null))
);
create index email_token_member on email_token (member_id, purpose);
create index email_token_sign_up on email_token (sign_up_id);
