import type { DashboardFigures } from '@lapak/contract/backoffice/dashboard'
import { dotted } from '@lapak/contract/shared/money'
import { Skeleton } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { DateRange } from '#features/backoffice/dashboard/dashboard.api.ts'
import classes from '#features/backoffice/dashboard/figure-boxes.module.css'
import { jakartaToday } from '#lib/days.ts'
import { Card } from '#ui/card.tsx'
import { Rupiah } from '#ui/money.tsx'
import link from '#ui/text-link.module.css'

type To = Pick<LinkProps, 'to' | 'search'>

interface Line {
  label: string
  jml: number
  gagal?: number
  amount?: bigint
  to: To
}

/** The figures of the selected days; each figure links to the list of what it counts. */
export function FigureBoxes({ figures, days }: { figures: DashboardFigures | undefined; days: DateRange }) {
  return (
    <div className={classes.boxes}>
      {(figures ? boxesOf(figures, days) : boneBoxes).map(({ title, lines }) => (
        <Card key={title} component="section" aria-label={title} className={classes.box}>
          <h2 className={classes.title}>{title}</h2>
          {lines ? lines.map((line) => <FigureLine key={line.label} {...line} />) : <Skeleton height={92} />}
        </Card>
      ))}
    </div>
  )
}

const boneBoxes: { title: string; lines?: Line[] }[] = ['CashIn', 'CashOut', 'Seller Request', 'Transactions'].map((title) => ({ title }))

function boxesOf({ cashin, cashout, sellerrequest, transaksi }: DashboardFigures, days: DateRange): typeof boneBoxes {
  const today = { awal: jakartaToday(), akhir: jakartaToday() }
  return [
    {
      title: 'CashIn',
      lines: [
        { label: 'Masuk hari ini', ...cashin.hariini, to: { to: '/cashin', search: { ...today, status: '2' } } },
        { label: 'Masuk rentang ini', ...cashin.rentang, to: { to: '/cashin', search: { ...days, status: '2' } } },
        { label: 'Menunggu dibayar', jml: cashin.menunggu, to: { to: '/cashin', search: { status: '1' } } },
      ],
    },
    {
      title: 'CashOut',
      lines: [
        { label: 'Dibayar hari ini', ...cashout.hariini, to: { to: '/cashout', search: { ...today, status: '2' } } },
        { label: 'Dibayar rentang ini', ...cashout.rentang, to: { to: '/cashout', search: { ...days, status: '2' } } },
        { label: 'Belum diproses', jml: cashout.menunggu, to: { to: '/cashout', search: { status: '0' } } },
      ],
    },
    {
      title: 'Seller Request',
      lines: [
        {
          label: 'Dikirim hari ini',
          jml: sellerrequest.hariini,
          to: { to: '/usermanagement', search: { tab: 'pengajuan', sort: 'sentat,DESC' } },
        },
        { label: 'Menunggu keputusan', jml: sellerrequest.menunggu, to: { to: '/usermanagement', search: { tab: 'pengajuan' } } },
      ],
    },
    {
      title: 'Transactions',
      lines: [
        { label: 'Hari ini', ...transaksi.hariini, to: { to: '/trxadm', search: today } },
        { label: 'Rentang ini', ...transaksi.rentang, to: { to: '/trxadm', search: { ...days } } },
      ],
    },
  ]
}

const FigureLine = ({ label, jml, amount, gagal, to }: Line) => (
  <div className={classes.line}>
    <Link {...to} className={link.link}>
      {label}
    </Link>
    <span className={classes.count}>{gagal ? `${dotted(jml)} (${dotted(gagal)} gagal)` : dotted(jml)}</span>
    {amount !== undefined && (
      <span className={classes.amount}>
        <Rupiah of={amount} />
      </span>
    )}
  </div>
)
