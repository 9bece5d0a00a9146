import type { DashboardFigures } from '@lapak/contract/backoffice/dashboard'
import { dotted, rupiahText } from '@lapak/contract/shared/money'
import { Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import classes from '#features/backoffice/dashboard/dashboard.module.css'
import { BarChart } from '#ui/bar-chart.tsx'
import { Rupiah } from '#ui/money.tsx'
import { Section } from '#ui/section.tsx'
import { Table } from '#ui/table.tsx'
import link from '#ui/text-link.module.css'

const title = 'Transaksi dan nominal'

export const TransactionChart = ({ figures }: { figures: DashboardFigures | undefined }) => (
  <Section title={title} hint="Jumlah dan nominal tanpa transaksi gagal. Pilih batang untuk rinciannya.">
    {figures ? <Chart key={`${figures.hari[0]?.hari} ${figures.hari.length}`} days={figures.hari} /> : <Skeleton height={320} />}
  </Section>
)

const textOf = ({ name, jml, amount, gagal }: Point) =>
  `${name}: ${dotted(jml)} transaksi, ${rupiahText(amount)}${gagal > 0 ? `, di luar ${dotted(gagal)} yang gagal` : ''}`

function Chart({ days }: { days: DashboardFigures['hari'] }) {
  const points = useMemo(() => chartPoints(days), [days])
  const [chosen, choose] = useState(points.length - 1)
  const current = points[chosen]
  return (
    <>
      <BarChart
        label={title}
        points={points}
        nameOf={({ name }) => name}
        textOf={textOf}
        measures={[
          { title: 'Transaksi', of: ({ jml }) => jml },
          { title: 'Nominal (Rp)', of: ({ amount }) => Number(amount) },
        ]}
        chosen={chosen}
        onChoose={choose}
      />
      {current && (
        <div className={classes.said}>
          <Text size="sm">{textOf(current)}</Text>
          <Link to="/trxadm" search={{ awal: current.awal, akhir: current.akhir }} className={link.link}>
            Lihat transaksinya
          </Link>
        </div>
      )}
      <details className={classes.numbers}>
        <summary>Lihat sebagai tabel</summary>
        <PointTable points={points} />
      </details>
    </>
  )
}

const PointTable = ({ points }: { points: Point[] }) => (
  <Table aria-label={title}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Tanggal</Table.Th>
        <Table.Th ta="right">Transaksi</Table.Th>
        <Table.Th ta="right">Nominal</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {points.toReversed().map(({ name, awal, akhir, jml, amount }) => (
        <Table.Tr key={awal}>
          <Table.Td>
            <Link to="/trxadm" search={{ awal, akhir }} className={link.link}>
              {name}
            </Link>
          </Table.Td>
          <Table.Td ta="right">{dotted(jml)}</Table.Td>
          <Table.Td ta="right">
            <Rupiah of={amount} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

// — Day points

/** One bar: a day, or a month if there are too many days to show. */
interface Point {
  name: string
  awal: string
  akhir: string
  /** Count and total amount of the orders that did not fail. */
  jml: number
  amount: bigint
  gagal: number
}

/** The largest number of bars for which a phone has room. */
const daysMax = 62

type Day = DashboardFigures['hari'][number]

export const chartPoints = (days: Day[]): Point[] => (days.length <= daysMax ? days.map(dayPoint) : monthPoints(days))

const inWords = (day: string, style: Intl.DateTimeFormatOptions) => new Date(day).toLocaleDateString('id', { ...style, timeZone: 'UTC' })

const dayPoint = ({ hari, jml, amount, gagal }: Day): Point => ({
  name: inWords(hari, { day: 'numeric', month: 'short', year: 'numeric' }),
  awal: hari,
  akhir: hari,
  jml,
  amount,
  gagal,
})

/** One bar per month. The first and the last month contain only the selected days. */
function monthPoints(days: Day[]): Point[] {
  const months = Map.groupBy(days, ({ hari }) => hari.slice(0, 7))
  return [...months].map(([month, those]) => ({
    name: inWords(`${month}-01`, { month: 'short', year: 'numeric' }),
    awal: those[0]?.hari ?? '',
    akhir: those.at(-1)?.hari ?? '',
    jml: those.reduce((sum, { jml }) => sum + jml, 0),
    amount: those.reduce((sum, { amount }) => sum + amount, 0n),
    gagal: those.reduce((sum, { gagal }) => sum + gagal, 0),
  }))
}
