import { otpLength } from '@lapak/contract/members/otp'
import { Alert, Button, Modal, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBrandWhatsapp } from '@tabler/icons-react'
import { useUser } from '#features/auth/access/use-user.ts'
import { verifyPhone } from '#features/members/members/members.api.ts'
import { isPhoneComplete, phoneError } from '#features/members/members/phone.ts'
import { PhoneField } from '#features/members/members/phone-field.tsx'
import { sendOtpToPhone } from '#features/members/otp/otp.api.ts'
import { OtpField } from '#features/members/otp/otp-field.tsx'
import { useServerForm } from '#lib/use-server-form.ts'
import { belowSmQuery } from '#ui/media-queries.ts'
import { showSuccess } from '#ui/snackbar.ts'

interface PhoneVerificationProps {
  opened: boolean
  onClose: () => void
}

/** Verifies the phone number. The input is kept when the dialog closes, because the member may have to read the code in another app. */
export function PhoneVerification({ opened, onClose }: PhoneVerificationProps) {
  const small = useMediaQuery(belowSmQuery, undefined, { getInitialValueInEffect: false })
  const initialPhone = useUser()?.member.memberphone ?? ''
  const { form, field, formProps, busy } = useServerForm({
    initialValues: { memberphone: initialPhone, otp: '', sid: '' },
    validateInputOnBlur: ['memberphone'],
    validate: { memberphone: phoneError },
    send: ({ memberphone: phone, otp, sid }) => verifyPhone({ phone, otp, sid }),
    onSuccess: (msg) => {
      onClose()
      showSuccess(msg)
    },
    fieldByErrorCode: { otp: 'otp', phone: 'memberphone' },
  })
  const { memberphone, otp, sid } = form.values

  /** The typed code is discarded, because a code verifies only the phone number to which it was sent. */
  function changePhone(phone: string) {
    form.setValues({ memberphone: phone, otp: '', sid: '' })
    form.clearErrors()
  }

  return (
    <Modal opened={opened} onClose={onClose} title="Verifikasi No. HP" size={480} fullScreen={small} closeOnClickOutside={false}>
      <form {...formProps}>
        <Stack gap="md">
          <Alert color="blue" icon={<IconBrandWhatsapp />}>
            Verifikasi memakai WhatsApp: kode OTP dikirim ke nomor ini. Pastikan nomornya benar, karena nomor yang sudah diverifikasi tidak
            dapat diganti.
          </Alert>
          <PhoneField {...field('memberphone')} data-autofocus value={memberphone} onChange={changePhone} />
          <OtpField
            ready={isPhoneComplete(memberphone)}
            send={() => sendOtpToPhone(memberphone)}
            onSent={(sent) => form.setValues({ otp: '', sid: sent })}
            value={otp}
            onChange={(code) => form.setFieldValue('otp', code)}
            error={form.errors.otp}
          />
          <Button type="submit" disabled={!sid || otp.length < otpLength} loading={busy}>
            Verifikasi
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
