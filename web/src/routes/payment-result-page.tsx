import { Alert, Button, Group } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { topUpFailed, topUpPaid } from '#features/funds/top-ups/result-labels.ts'
import { PageFrame } from '#ui/page-frame.tsx'

/** The pages to which the payment provider redirects the browser. They do not move money: money moves only when the provider notifies the server. */
export const TopUpPaidPage = () => (
  <Result>
    <Alert color="green" icon={<IconCircleCheck />} title={topUpPaid}>
      Saldo bertambah begitu penyedia pembayaran mengabarkannya, biasanya dalam beberapa detik.
    </Alert>
  </Result>
)

export const TopUpFailedPage = () => (
  <Result>
    <Alert color="red" icon={<IconAlertCircle />} title={topUpFailed}>
      Saldo tidak berubah. Kalau uang Anda telanjur terpotong, saldo tetap bertambah setelah penyedia pembayaran mengabarkannya.
    </Alert>
  </Result>
)

const Result = ({ children }: { children: ReactNode }) => (
  <PageFrame title="Hasil topup">
    {children}
    <Group>
      <Button renderRoot={(props) => <Link to="/home" {...props} />}>Lobby</Button>
    </Group>
  </PageFrame>
)
