import { Alert } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'

/** A warning above texts by other members that contain links. */
export const LinkWarning = ({ where, className }: { where: 'chat' | 'kiriman'; className?: string | undefined }) => (
  <Alert color="orange" icon={<IconLinkOff size={20} />} className={className}>
    Hati-hati membuka tautan dari orang yang belum Anda kenal. Lapak tidak pernah meminta PIN, password, atau kode OTP lewat {where}.
  </Alert>
)
