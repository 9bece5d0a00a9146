import { wib } from '@lapak/contract/shared/time-text'
import { Alert } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CashOutRules } from '#features/funds/cash-outs/cash-outs.api.ts'
import link from '#ui/text-link.module.css'

/** The accounts as a choice; those that are too new say from when on they can be paid to. */
export function toAccounts(list: CashOutRules['list']) {
  const now = new Date()
  return list.map((account) => ({
    value: account.id.toString(),
    label: `${accountText(account)}${account.payableat > now ? `, bisa dipakai mulai ${wib(account.payableat)}` : ''}`,
    disabled: account.payableat > now,
  }))
}

/** In full, since the choice itself shows what fits on one line. */
export const accountText = ({ bankname, accountno, accountname }: CashOutRules['list'][number]): string =>
  `${bankname} ${accountno} ${accountname}`

export function NoBankAccount({ onLeave }: { onLeave: () => void }) {
  return (
    <Alert color="blue" icon={<IconBuildingBank />} title="Belum ada rekening">
      Penarikan dikirim ke rekening bank Anda.{' '}
      <Link to="/profile" search={{ tab: 'bank' }} className={link.inline} onClick={onLeave}>
        Tambah rekening
      </Link>
    </Alert>
  )
}
