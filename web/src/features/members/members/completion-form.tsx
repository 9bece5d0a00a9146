import { nameMin, nameTooShort, type User } from '@lapak/contract/auth/access'
import { otpLength } from '@lapak/contract/members/otp'
import { Button, Divider, TextInput, Title } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import classes from '#features/members/members/completion-form.module.css'
import { completeAccount } from '#features/members/members/members.api.ts'
import { isPhoneComplete, phoneError } from '#features/members/members/phone.ts'
import { PhoneField } from '#features/members/members/phone-field.tsx'
import { sendOtpToPhone } from '#features/members/otp/otp.api.ts'
import { OtpField } from '#features/members/otp/otp-field.tsx'
import { LocationFields } from '#features/system/locations/location-fields.tsx'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { Card } from '#ui/card.tsx'
import { FormGrid, FullWidth } from '#ui/form-grid.tsx'
import { showSuccess } from '#ui/snackbar.ts'

/** The form for the data that an account needs before it can trade: name, address, and a phone number verified by a code. */
export function CompletionForm({ user }: { user: User }) {
  const { form, field, formProps, busy, sent, unsent } = useServerForm({
    initialValues: { ...valuesOf(user), otp: '', sid: '' },
    validateInputOnBlur: ['membername', 'memberphone', 'memberaddress'],
    validate: {
      membername: (name) => (name.trim() === '' ? 'Please fill' : name.trim().length < nameMin ? nameTooShort : null),
      memberphone: phoneError,
      memberaddress: (address) => (address.trim() ? null : 'Alamat wajib diisi'),
      provinceid: (id) => (id ? null : 'Provinsi wajib dipilih'),
      cityid: (id) => (id ? null : 'Kota/kabupaten wajib dipilih'),
      districtid: (id) => (id ? null : 'Kecamatan wajib dipilih'),
      otp: (_, { sid }) => (sid ? null : 'Minta kode OTP dahulu'),
    },
    send: ({ otp, sid, provinceid, cityid, districtid, ...member }) =>
      completeAccount({
        otp,
        otpkey: sid,
        member: { ...member, provinceid: Number(provinceid), cityid: Number(cityid), districtid: Number(districtid) },
      }),
    onSuccess: showSuccess,
    fieldByErrorCode: { otp: 'otp', phone: 'memberphone', location: 'provinceid' },
  })
  useConfirmLeave(unsent && !sent, 'Isian Anda belum disimpan. Tinggalkan halaman ini?')
  const { provinceid, cityid, districtid } = form.values

  /** The typed code is discarded, because a code verifies only the phone number to which it was sent. */
  function changePhone(memberphone: string) {
    form.setValues({ memberphone, otp: '', sid: '' })
    form.clearFieldError('memberphone')
  }

  const onVerified = useEffectEvent(() => changePhone(user.member.memberphone ?? ''))
  // The phone number was verified in the dialog of the top bar while this form was open.
  useEffect(() => {
    if (user.verifyphone) onVerified()
  }, [user.verifyphone])

  return (
    <Card component="form" size="lg" maw={880} aria-label="Lengkapi akun" {...formProps}>
      <FormGrid>
        <Legend>Data diri</Legend>
        <TextInput label="Nama" autoComplete="name" maxLength={100} {...field('membername')} />
        <TextInput label="E-mail" name="memberemail" readOnly variant="filled" value={user.member.memberemail} />
        <FullWidth>
          <TextInput label="Kontak Telegram/WhatsApp (opsional)" maxLength={100} {...field('membercontact')} />
        </FullWidth>
        <Legend line>Alamat</Legend>
        <TextInput label="Alamat" autoComplete="street-address" maxLength={300} {...field('memberaddress')} />
        <LocationFields
          value={{ provinceid, cityid, districtid }}
          onChange={(place) => {
            form.setValues(place)
            for (const level of ['provinceid', 'cityid', 'districtid'] as const) form.clearFieldError(level)
          }}
          errors={form.errors}
        />
        <Legend line>Verifikasi nomor</Legend>
        <PhoneField {...field('memberphone')} value={form.values.memberphone} locked={user.verifyphone} onChange={changePhone} />
        <OtpField
          ready={isPhoneComplete(form.values.memberphone)}
          send={() => sendOtpToPhone(form.values.memberphone)}
          onSent={(sid) => form.setValues({ sid, otp: '' })}
          value={form.values.otp}
          onChange={(otp) => form.setFieldValue('otp', otp)}
          error={form.errors.otp}
        />
        <FullWidth>
          <Button type="submit" className={classes.submit} disabled={form.values.otp.length < otpLength} loading={busy}>
            Simpan
          </Button>
        </FullWidth>
      </FormGrid>
    </Card>
  )
}

const Legend = ({ line = false, children }: { line?: boolean; children: string }) => (
  <FullWidth>
    {line && <Divider mb="md" />}
    <Title order={2}>{children}</Title>
  </FullWidth>
)

const valuesOf = ({ member }: User) => ({
  membername: member.membername,
  memberphone: member.memberphone ?? '',
  memberaddress: member.memberaddress ?? '',
  membercontact: member.membercontact ?? '',
  provinceid: member.provinceid?.toString() ?? '',
  cityid: member.cityid?.toString() ?? '',
  districtid: member.districtid?.toString() ?? '',
})
