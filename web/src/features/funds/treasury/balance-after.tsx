import { Rupiah } from '#ui/money.tsx'

/** The balance now, and the balance after the planned booking. */
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
