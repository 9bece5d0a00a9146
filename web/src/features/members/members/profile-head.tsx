import type { User } from '@lapak/contract/auth/access'
import { Group, Text } from '@mantine/core'
import { IconBuildingStore, IconMapPin, IconRosetteDiscountCheck, IconShieldCheck, IconUser } from '@tabler/icons-react'
import { updateProfile } from '#features/members/members/members.api.ts'
import { ImageUpload } from '#features/system/uploads/image-upload.tsx'
import { Card } from '#ui/card.tsx'
import { InitialsMark } from '#ui/initials-mark.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

const pictureSize = 96

/** Picture, name, roles and location of the member. */
export function ProfileHead({ user }: { user: User }) {
  const { member, roles, verifyphone, location } = user
  const roleNames = roles.map(({ name }) => name)
  return (
    <Card component="section" size="lg" aria-label="Identitas">
      <ImageUpload
        of="foto profil"
        shape="round"
        address={member.memberavatar}
        onChange={async (memberavatar) => void (await updateProfile({ memberavatar }))}
        empty={<InitialsMark name={member.membername} size={pictureSize} round />}
      >
        <Text fw={650} size="lg" style={{ overflowWrap: 'anywhere' }}>
          {member.membername}
        </Text>
        <Group gap={6} my={6}>
          {roleNames.includes('ROLE_ADMIN') && <StatusBadge colour="orange" icon={IconShieldCheck} label="Administrator" />}
          {roleNames.includes('ROLE_SELLER') ? (
            <StatusBadge colour="green" icon={IconBuildingStore} label="Suplier" />
          ) : (
            <StatusBadge colour="gray" icon={IconUser} label="Pembeli" />
          )}
          {verifyphone && <StatusBadge colour="green" icon={IconRosetteDiscountCheck} label="Telepon terverifikasi" />}
        </Group>
        <Group gap={4} mb="sm" wrap="nowrap" c="dimmed" fz="sm">
          <IconMapPin size={16} aria-hidden style={{ flex: 'none' }} />
          {location ?? 'Lokasi belum diisi'}
        </Group>
      </ImageUpload>
    </Card>
  )
}
