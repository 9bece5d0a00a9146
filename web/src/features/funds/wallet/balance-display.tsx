import { ActionIcon, Skeleton } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import classes from '#features/funds/wallet/balance-display.module.css'
import { balanceQuery } from '#features/funds/wallet/wallet.api.ts'
import { useLiveBalance } from '#features/funds/wallet/wallet.live.ts'
import { useStored } from '#lib/browser-storage.ts'
import { Card } from '#ui/card.tsx'
import { Rupiah } from '#ui/money.tsx'

/** The balance in the top bar, as a link to the statement of the balance. The member can hide the amount from customers at the counter. */
export function BalanceDisplay({ className }: { className?: string | undefined }) {
  const { data, isError } = useQuery(balanceQuery)
  const [shown, setShown] = useStored<'yes' | 'no'>('balance.shown', 'yes')
  const hidden = shown === 'no'
  useLiveBalance()
  return (
    <Card look="inset" size="none" pl={10} className={clsx(classes.balance, className)}>
      <span className={classes.label}>Saldo</span>
      <Link to="/histori" className={classes.value} title="Lihat histori">
        {hidden ? (
          <span role="img" aria-label="Saldo disembunyikan">
            Rp ••••••
          </span>
        ) : data ? (
          <Rupiah of={data.balance} strong />
        ) : isError ? (
          'Rp –'
        ) : (
          <Skeleton height={16} width={88} />
        )}
      </Link>
      <ActionIcon size="md" aria-label={hidden ? 'Tampilkan saldo' : 'Sembunyikan saldo'} onClick={() => setShown(hidden ? 'yes' : 'no')}>
        {hidden ? <IconEye size={18} /> : <IconEyeOff size={18} />}
      </ActionIcon>
    </Card>
  )
}
