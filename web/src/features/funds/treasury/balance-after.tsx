import { Rupiah } from '#ui/money.tsx'

/** The current balance, and the balance after the booking. */
export const BalanceAfter = ({ held, change }: { held: bigint; change: bigint }) => (
  <>
    Saldo <Rupiah of={held} />
    {change !== 0n && (
      <>
        {' '}
        menjadi <Rupiah of={held + change} strong />
      </>
    )}
  </>
)
