import type { User } from '@lapak/contract/access'
import { Text } from '@mantine/core'
import { IconBuildingStore, IconMapPin, IconRosetteDiscountCheck, IconShieldCheck, IconUser } from '@tabler/icons-react'
import { changeMember } from '#features/members/members.api.ts'
import classes from '#features/members/profile-head.module.css'
import { ImageUpload } from '#features/uploads/image-upload.tsx'
import { InitialsMark } from '#ui/initials-mark.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

const pictureSize = 96

/** Who this is: picture, name, role, and where. */
export function ProfileHead({ user }: { user: User }) {
  const { member, roles, verifyphone, location } = user
  const roleNames = roles.map(({ name }) => name)
  return (
    <section className={classes.head} aria-label="Identitas">
      <ImageUpload
        of="foto profil"
        shape="round"
        address={member.memberavatar}
        onChange={async (memberavatar) => void (await changeMember({ memberavatar }))}
        empty={<InitialsMark name={member.membername} size={pictureSize} round />}
      >
        <Text fw={650} size="lg" className={classes.name}>
          {member.membername}
        </Text>
        <div className={classes.marks}>
          {roleNames.includes('ROLE_ADMIN') && <StatusBadge colour="orange" icon={IconShieldCheck} word="Administrator" />}
          {roleNames.includes('ROLE_SELLER') ? (
            <StatusBadge colour="green" icon={IconBuildingStore} word="Seller" />
          ) : (
            <StatusBadge colour="gray" icon={IconUser} word="Buyer" />
          )}
          {verifyphone && <StatusBadge colour="green" icon={IconRosetteDiscountCheck} word="Telepon terverifikasi" />}
        </div>
        <Text size="sm" c="dimmed" className={classes.location}>
          <IconMapPin size={16} aria-hidden />
          {location ?? 'Lokasi belum diisi'}
        </Text>
      </ImageUpload>
    </section>
  )
}
