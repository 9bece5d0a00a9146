import type { Monitoring } from '@lapak/contract/funds/treasury'
import { wib } from '@lapak/contract/shared/time-text'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { monitoringQuery } from '#features/funds/treasury/treasury.api.ts'
import { Rupiah } from '#ui/money.tsx'
import { SumCards } from '#ui/sum-cards.tsx'

/** The money of the platform compared with its liabilities. The difference belongs to the platform, apart from suspense money. */
export function BalanceCards() {
  const { data, isError } = useQuery(monitoringQuery)
  const shown = (amount: bigint | undefined) => (amount === undefined ? isError ? null : undefined : <Rupiah of={amount} />)
  return (
    <div>
      <SumCards
        sums={[
          { label: 'Saldo Akun', value: shown(data?.saldoakun) },
          { label: 'Saldo Member', value: shown(data?.saldomember) },
          { label: 'Cashout', value: shown(data?.cashout) },
          { label: 'Selisih', value: shown(data && data.saldoakun - (data.saldomember + data.cashout + data.pending)) },
        ]}
      />
      {data && <Difference of={data} />}
    </div>
  )
}

const Difference = ({ of: { at, pending, tanpapemilik, hutang } }: { of: Monitoring }) => (
  <Text size="sm" c="dimmed" mt={8}>
    Per {wib(at)}. Selisih = saldo akun − (saldo member + cashout + transaksi berjalan <Rupiah of={pending} />)
    {tanpapemilik !== 0n && (
      <>
        , termasuk <Rupiah of={tanpapemilik} /> uang tanpa pemilik
      </>
    )}
    {hutang !== 0n && (
      <>
        , dikurangi <Rupiah of={hutang} /> hutang suplier
      </>
    )}
    .
  </Text>
)
