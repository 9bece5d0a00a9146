import type { TopUpTicket } from '@lapak/contract/funds/top-ups'
import { bankNames } from '@lapak/contract/shared/banks'
import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle, IconCreditCard } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { MethodLogo } from '#features/funds/top-ups/method-logo.tsx'
import classes from '#features/funds/top-ups/payment-instructions.module.css'
import { usePaymentMethods } from '#features/funds/top-ups/top-ups.api.ts'
import { groupInFours } from '#lib/targets.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import link from '#ui/text-link.module.css'

/** Where the member pays: a bank account of the platform, or the data of the payment provider, which arrive a moment after the ticket is created. */
export function PaymentInstructions({ ticket: { channel, methodid, bank, vano, qr, invoiceurl } }: { ticket: TopUpTicket }) {
  switch (channel) {
    case 'transfer':
      return <PlatformAccount method={methodid} bank={bank} />
    case 'va':
      return <Coming height={74} what={vano && <OwnAccount method={methodid} number={vano} />} />
    case 'qris':
      return <Coming height={320} what={qr && <Code picture={qr.picture} />} />
    case 'card':
      return <Coming height={44} what={invoiceurl && <CardPage address={invoiceurl} />} />
  }
}

function Coming({ what, height }: { what: ReactNode; height: number }) {
  if (what) return what
  return (
    <div role="status">
      <Skeleton height={height} />
      <Text size="sm" c="dimmed" mt={4}>
        Sedang diminta dari penyedia pembayaran.
      </Text>
    </div>
  )
}

function PlatformAccount({ method, bank }: Pick<TopUpTicket, 'bank'> & { method: number }) {
  if (!bank)
    return (
      <Alert color="orange" icon={<IconAlertTriangle />} title="Metode ini sedang tidak ditawarkan">
        Jangan transfer dulu; buat tiket baru dengan metode lain. Kalau sudah telanjur transfer, unggah buktinya di bawah.
      </Alert>
    )
  return (
    <Account title="Ke rekening" method={method} bank={bank.bankname} number={bank.accountno}>
      <Text size="sm">a.n. {bank.accountname}</Text>
    </Account>
  )
}

const OwnAccount = ({ method, number }: { method: number; number: string }) => (
  <Account title="Ke virtual account Anda" method={method} bank={bankNames['04']} number={number}>
    <Text size="sm" c="dimmed">
      Lewat BRImo, ATM, atau bank lain.
    </Text>
  </Account>
)

interface AccountProps {
  title: string
  /** The id of the payment method whose logo is shown. */
  method: number
  bank: string
  number: string
  children: ReactNode
}

function Account({ title, method, bank, number, children }: AccountProps) {
  const known = usePaymentMethods().data?.find(({ offered }) => offered?.id === method)
  return (
    <div>
      <Text mb={4}>{title}</Text>
      <div className={classes.account}>
        <MethodLogo of={{ name: bank, logo: known?.logo ?? '' }} />
        <div>
          <Text size="sm" c="dimmed">
            {bank}
          </Text>
          <div className={classes.number}>
            {groupInFours(number)}
            <CopyButton text={number} label="Salin nomor rekening" />
          </div>
          {children}
        </div>
      </div>
    </div>
  )
}

/** The QRIS code. On a phone the member saves the picture and opens it in the payment app. */
const Code = ({ picture }: { picture: string }) => (
  <div className={classes.code}>
    <img src={picture} alt="Kode QRIS" width={280} height={280} className={classes.picture} />
    <Text size="sm" c="dimmed">
      Scan dengan aplikasi bank atau e-wallet apa saja. Di HP ini: simpan gambarnya, lalu buka dari galeri di aplikasi itu.
    </Text>
    <a href={picture} download="qris.png" className={link.link}>
      Simpan gambar
    </a>
  </div>
)

const CardPage = ({ address }: { address: string }) => (
  <Button component="a" href={address} target="_blank" rel="noopener" color="orange" leftSection={<IconCreditCard size={18} aria-hidden />}>
    Bayar dengan kartu
  </Button>
)
