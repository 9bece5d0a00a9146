import type { RoleName } from '@lapak/contract/auth/access'
import type { UserDetail } from '@lapak/contract/backoffice/users'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconUserPlus, IconUserShield, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MemberActionForm } from '#features/backoffice/users/member-action-form.tsx'
import { roleLabels } from '#features/backoffice/users/user-labels.ts'
import { rolesQuery, useAddRole, useRemoveRole } from '#features/backoffice/users/users.api.ts'
import { Row, RowList } from '#ui/row-list.tsx'
import { ErrorState } from '#ui/states.tsx'

interface Role {
  id: bigint
  name: string
}

/** The roles of the member, and the roles that can be added. */
export function UserRoles({ of }: { of: UserDetail }) {
  const { data: roles, error, refetch } = useQuery(rolesQuery)
  const [asked, setAsked] = useState<Role>()
  if (error && !roles) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  const has = ({ name }: Role) => of.user.roles.some((role) => role.name === name)
  if (asked) return <AskRole of={of} role={asked} has={has(asked)} onEnd={() => setAsked(undefined)} />
  return (
    <Stack gap="md">
      {of.own && (
        <Alert color="blue" icon={<IconUserShield size={20} />}>
          Peran Anda sendiri diubah admin lain.
        </Alert>
      )}
      <RowList aria-label="Peran">
        {roles?.map((role) => (
          <Row key={role.name} actions={!of.own && <RoleButton role={role} has={has(role)} onAsk={() => setAsked(role)} />}>
            <Group gap="xs">
              <Text fw={600}>{wordOf(role)}</Text>
              <Text size="sm" c="dimmed">
                {has(role) ? 'Dimiliki' : 'Tidak dimiliki'}
              </Text>
            </Group>
            <Text size="sm" c="dimmed">
              {abouts[role.name as RoleName]}
            </Text>
          </Row>
        ))}
      </RowList>
    </Stack>
  )
}

const wordOf = ({ name }: Role) => roleLabels[name as RoleName]

const abouts: Record<RoleName, string> = {
  ROLE_ADMIN: 'Membuka semua halaman administrator. Diberi dan dicabut oleh dua admin, bila ada.',
  ROLE_SELLER: 'Menjual produk dari server sendiri. Diberi dan dicabut sama seperti pengajuannya disetujui atau dicabut.',
}

const RoleButton = ({ role, has, onAsk }: { role: Role; has: boolean; onAsk: () => void }) => (
  <Button
    variant="default"
    size="sm"
    {...(has && { color: 'red' })}
    leftSection={has ? <IconX size={16} aria-hidden /> : <IconUserPlus size={16} aria-hidden />}
    aria-label={`${has ? 'Cabut' : 'Tambah'} peran ${wordOf(role)}`}
    onClick={onAsk}
  >
    {has ? 'Cabut' : 'Tambah'}
  </Button>
)

interface AskRoleProps {
  of: UserDetail
  role: Role
  has: boolean
  onEnd: () => void
}

function AskRole({ of, role, has, onEnd }: AskRoleProps) {
  const [add, remove] = [useAddRole(), useRemoveRole()]
  const send = (reason: string) => (has ? remove : add).mutateAsync({ userid: Number(of.user.id), roleid: Number(role.id), reason })
  return (
    <MemberActionForm
      label={`${has ? 'Cabut' : 'Tambah'} peran ${wordOf(role)}`}
      danger={has}
      question={has ? `Cabut peran ${wordOf(role)} dari ${of.member.membername}?` : undefined}
      send={send}
      onEnd={onEnd}
    >
      {consequences[role.name as RoleName][has ? 'taken' : 'given']}
    </MemberActionForm>
  )
}

const consequences: Record<RoleName, { given: string; taken: string }> = {
  ROLE_ADMIN: {
    given: 'Member ini bisa membuka semua halaman administrator. Semua admin diberi tahu.',
    taken: 'Member ini tidak lagi bisa membuka halaman administrator. Semua admin diberi tahu.',
  },
  ROLE_SELLER: {
    given: 'Member ini menjadi suplier tanpa dokumen; namanya menjadi nama tokonya.',
    taken: 'Tokonya ditutup dan ia tidak lagi suplier. Pesanan yang berjalan diselesaikan, dan saldonya tetap bisa ditarik.',
  },
}
