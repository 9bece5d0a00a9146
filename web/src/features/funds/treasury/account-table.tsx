import type { CashAccount } from '@lapak/contract/funds/treasury'
import { wib } from '@lapak/contract/shared/time-text'
import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { cashAccountsQuery } from '#features/funds/treasury/treasury.api.ts'
import { Rupiah } from '#ui/money.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import link from '#ui/text-link.module.css'

type OnOpen = (code: CashAccount['code']) => void

/** The cash accounts of the platform, without paging because there are few. */
export function AccountTable({ onOpen }: { onOpen: OnOpen }) {
  const { data, error, refetch } = useQuery(cashAccountsQuery)
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  return (
    <Table aria-label="Akun kas">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Kode</Table.Th>
          <Table.Th>Nama</Table.Th>
          <Table.Th ta="right">Saldo</Table.Th>
          <Table.Th visibleFrom="sm">Diperbarui</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data ? data.map((account) => <AccountRow key={account.code} account={account} onOpen={onOpen} />) : <TextSkeleton />}
      </Table.Tbody>
    </Table>
  )
}

const AccountRow = ({ account: { code, name, balance, updateat }, onOpen }: { account: CashAccount; onOpen: OnOpen }) => (
  <Table.Tr>
    <Table.Td>{code}</Table.Td>
    <Table.Td>
      <UnstyledButton className={link.link} fz="sm" aria-label={`Histori kas ${name}`} onClick={() => onOpen(code)}>
        {name}
      </UnstyledButton>
    </Table.Td>
    <Table.Td ta="right">
      <Rupiah of={balance} />
      <Text c="dimmed" fz="xs" hiddenFrom="sm">
        {updateat ? wib(updateat) : '–'}
      </Text>
    </Table.Td>
    <Table.Td visibleFrom="sm">{updateat ? wib(updateat) : '–'}</Table.Td>
  </Table.Tr>
)

const TextSkeleton = () => (
  <Table.Tr>
    <Table.Td colSpan={4}>
      <Skeleton height={160} />
    </Table.Td>
  </Table.Tr>
)
