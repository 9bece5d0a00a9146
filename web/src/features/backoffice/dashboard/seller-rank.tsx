import type { RankedSeller, RankOrder } from '@lapak/contract/backoffice/dashboard'
import { dotted } from '@lapak/contract/shared/money'
import { NativeSelect, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type DateRange, sellersQuery } from '#features/backoffice/dashboard/dashboard.api.ts'
import classes from '#features/backoffice/dashboard/dashboard.module.css'
import { Rupiah } from '#ui/money.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import link from '#ui/text-link.module.css'

const orders: { value: RankOrder; label: string }[] = [
  { value: 'omzet', label: 'Omzet terbesar' },
  { value: 'transaksi', label: 'Transaksi terbanyak' },
  { value: 'gagal', label: 'Paling sering gagal' },
]

interface Props {
  days: DateRange
  order: RankOrder
  onOrder: (order: RankOrder) => void
}

/** Sellers in two orders: by success rate and by sales. */
export function SellerRank({ days, order, onOrder }: Props) {
  const { data, error, refetch } = useQuery(sellersQuery(days, order))
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  const shown = data && (data.length > 0 ? { sellers: data, days } : null)
  const choice = (
    <NativeSelect
      size="sm"
      aria-label="Urutan suplier"
      data={orders}
      value={order}
      onChange={(event) => onOrder(event.currentTarget.value as RankOrder)}
    />
  )
  return (
    <div className={classes.sellers}>
      <Section title="Peringkat suplier" hint="Yang tetap terjual pada rentang ini." action={choice}>
        {shown ? <RankTable {...shown} /> : <NoSellers waiting={shown === undefined} />}
      </Section>
      <Section title="Tingkat sukses per suplier" hint="Dari pesanan yang dicoba di suplier itu, tanpa nomor yang salah dari pembeli.">
        {shown ? <Rates {...shown} /> : <NoSellers waiting={shown === undefined} />}
      </Section>
    </div>
  )
}

const NoSellers = ({ waiting }: { waiting: boolean }) =>
  waiting ? (
    <Skeleton height={240} />
  ) : (
    <Text size="sm" c="dimmed">
      Belum ada transaksi pada rentang ini
    </Text>
  )

interface Shown {
  sellers: RankedSeller[]
  days: DateRange
}

const SellerLink = ({ of: { sellerid, sellername }, days }: { of: RankedSeller; days: DateRange }) => (
  <Link to="/trxadm" search={{ ...days, sellerid: sellerid.toString() }} className={link.link}>
    {sellername}
  </Link>
)

const RankTable = ({ sellers, days }: Shown) => (
  <Table aria-label="Peringkat suplier">
    <Table.Thead>
      <Table.Tr>
        <Table.Th w={32}>#</Table.Th>
        <Table.Th>Suplier</Table.Th>
        <Table.Th ta="right">Terjual</Table.Th>
        <Table.Th ta="right">Omzet</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {sellers.map((seller, at) => (
        <Table.Tr key={seller.sellerid}>
          <Table.Td>{at + 1}</Table.Td>
          <Table.Td>
            <SellerLink of={seller} days={days} />
          </Table.Td>
          <Table.Td ta="right">{dotted(seller.terjual)}</Table.Td>
          <Table.Td ta="right">
            <Rupiah of={seller.omzet} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

const percentOf = ({ sukses, dicoba }: RankedSeller) => (100 * sukses) / dicoba
/** The percentage is rounded down, so that it never shows 100 if an order failed. */
const percentText = (percent: number) => `${(Math.floor(percent * 10) / 10).toString().replace('.', ',')}%`

const Rates = ({ sellers, days }: Shown) => (
  <ol className={classes.rates}>
    {sellers.map((seller) => (
      <li key={seller.sellerid} className={classes.rate}>
        <SellerLink of={seller} days={days} />
        <span className={classes.percent}>{percentText(percentOf(seller))}</span>
        <div className={classes.track} aria-hidden>
          <div className={classes.part} style={{ width: `${percentOf(seller)}%` }} />
        </div>
        <div className={classes.tries}>
          {dotted(seller.sukses)} sukses dari {dotted(seller.dicoba)} percobaan
          {seller.sukses < seller.dicoba && (
            <Link
              to="/trxadm"
              search={{ ...days, sellerid: seller.sellerid.toString(), statustrx: '2' }}
              className={link.link}
              aria-label={`Lihat yang gagal dari ${seller.sellername}`}
            >
              Lihat yang gagal
            </Link>
          )}
        </div>
      </li>
    ))}
  </ol>
)
