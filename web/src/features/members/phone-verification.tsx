import { otpLength } from '@lapak/contract/otp'
import { Alert, Button, Modal, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBrandWhatsapp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '#features/access/use-user.ts'
import { verifyPhone } from '#features/members/members.api.ts'
import { phoneError, phoneIsLong } from '#features/members/phone.ts'
import { PhoneField } from '#features/members/phone-field.tsx'
import { refusedFields } from '#features/members/refused-fields.ts'
import { sendPhoneCode } from '#features/otp/otp.api.ts'
import { OtpField } from '#features/otp/otp-field.tsx'
import { sayDone, sayError } from '#ui/snackbar.ts'
import { belowSm } from '#ui/theme.ts'

interface PhoneVerificationProps {
  opened: boolean
  onClose: () => void
}

/** Proves the phone. What was typed outlives the dialog: the code arrives in another application. */
export function PhoneVerification({ opened, onClose }: PhoneVerificationProps) {
  const small = useMediaQuery(belowSm, undefined, { getInitialValueInEffect: false })
  const [phone, setPhone] = useState(useUser()?.member.memberphone ?? '')
  const [left, setLeft] = useState(false)
  const [code, setCode] = useState({ otp: '', sid: '' })
  const verify = useMutation({
    mutationFn: () => verifyPhone({ phone, ...code }),
    onSuccess: (msg) => {
      onClose()
      sayDone(msg)
    },
    onError: (error) => {
      if (Object.keys(refusedFields(error)).length === 0) sayError(error.message)
    },
    meta: { shownInPlace: true },
  })
  const wrong = verify.error ? refusedFields(verify.error) : {}

  function changePhone(next: string) {
    setPhone(next)
    verify.reset()
    // A code proves the number that it was sent to.
    setCode({ otp: '', sid: '' })
  }

  return (
    <Modal opened={opened} onClose={onClose} title="Verifikasi No. HP" size={480} fullScreen={small} closeOnClickOutside={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          verify.mutate()
        }}
      >
        <Stack gap="md">
          <Alert color="blue" icon={<IconBrandWhatsapp />}>
            Verifikasi memakai WhatsApp: kode OTP dikirim ke nomor ini. Pastikan nomornya benar, karena nomor yang sudah diverifikasi tidak
            dapat diganti.
          </Alert>
          <PhoneField
            data-autofocus
            value={phone}
            onChange={changePhone}
            onBlur={() => setLeft(true)}
            error={wrong.memberphone ?? (left && phoneError(phone))}
          />
          <OtpField
            ready={phoneIsLong(phone)}
            send={() => sendPhoneCode(phone)}
            onSent={(sid) => setCode({ otp: '', sid })}
            value={code.otp}
            onChange={(otp) => {
              verify.reset()
              setCode({ ...code, otp })
            }}
            error={wrong.otp}
          />
          <Button type="submit" disabled={!code.sid || code.otp.length < otpLength} loading={verify.isPending}>
            Verifikasi
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
