import { Rupiah } from '#ui/money.tsx'

/** What there is, and what it comes to by what is about to be booked. */
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
