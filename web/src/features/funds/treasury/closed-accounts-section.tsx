import { wib } from '@lapak/contract/shared/time-text'
import { useQuery } from '@tanstack/react-query'
import { closedAccountsQuery } from '#features/funds/treasury/treasury.api.ts'
import { Rupiah } from '#ui/money.tsx'
import { Section } from '#ui/section.tsx'
import { Table } from '#ui/table.tsx'

/** The balances of blocked members and of members that have left; renders nothing if there are no such balances. */
export function ClosedAccountsSection() {
  const { data = [] } = useQuery(closedAccountsQuery)
  if (data.length === 0) return null
  return (
    <Section title="Saldo di akun tertutup">
      <Table aria-label="Saldo di akun tertutup">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Member</Table.Th>
            <Table.Th ta="right">Saldo</Table.Th>
            <Table.Th visibleFrom="sm">Sejak</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map(({ id, name, email, balance, blockedat }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {name}, {email}
              </Table.Td>
              <Table.Td ta="right">
                <Rupiah of={balance} />
              </Table.Td>
              <Table.Td visibleFrom="sm">{blockedat ? `Diblokir ${wib(blockedat)}` : 'Ditutup member'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}
