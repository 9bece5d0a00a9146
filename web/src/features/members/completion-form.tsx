import type { User } from '@lapak/contract/access'
import { nameMin } from '@lapak/contract/access'
import { otpLength } from '@lapak/contract/otp'
import { Button, Divider, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { LocationFields } from '#features/locations/location-fields.tsx'
import classes from '#features/members/completion-form.module.css'
import { completeAccount } from '#features/members/members.api.ts'
import { phoneError, phoneIsLong } from '#features/members/phone.ts'
import { PhoneField } from '#features/members/phone-field.tsx'
import { refusedFields } from '#features/members/refused-fields.ts'
import { sendPhoneCode } from '#features/otp/otp.api.ts'
import { OtpField } from '#features/otp/otp-field.tsx'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { focusFirst } from '#lib/form-errors.ts'
import { Card } from '#ui/card.tsx'
import { FormGrid, Wide } from '#ui/form-grid.tsx'
import { sayDone, sayError } from '#ui/snackbar.ts'

/** What an account needs before it can trade: who, where, and a phone that is proven by a code. */
export function CompletionForm({ user }: { user: User }) {
  const form = useForm({
    initialValues: { ...valuesOf(user), otp: '', sid: '' },
    validateInputOnBlur: ['membername', 'memberphone', 'memberaddress'],
    validate: {
      membername: (name) =>
        name.trim() === '' ? 'Please fill' : name.trim().length < nameMin ? 'Name must be at least 3 characters' : null,
      memberphone: phoneError,
      memberaddress: (address) => (address.trim() ? null : 'Alamat wajib diisi'),
      provinceid: (id) => (id ? null : 'Provinsi wajib dipilih'),
      cityid: (id) => (id ? null : 'Kota/kabupaten wajib dipilih'),
      districtid: (id) => (id ? null : 'Kecamatan wajib dipilih'),
      otp: (_, { sid }) => (sid ? null : 'Minta kode OTP dahulu'),
    },
  })
  const save = useMutation({
    mutationFn: ({ otp, sid, provinceid, cityid, districtid, ...member }: typeof form.values) =>
      completeAccount({
        otp,
        otpkey: sid,
        member: { ...member, provinceid: Number(provinceid), cityid: Number(cityid), districtid: Number(districtid) },
      }),
    onSuccess: (msg) => sayDone(msg),
    onError: (error) => {
      const errors = refusedFields(error)
      if (Object.keys(errors).length === 0) return sayError(error.message)
      form.setErrors(errors)
      focusFirst(form, errors)
    },
    meta: { shownInPlace: true },
  })
  useAskBeforeLeaving(form.isDirty() && !save.isSuccess, 'Isian Anda belum disimpan. Tinggalkan halaman ini?')
  const { provinceid, cityid, districtid } = form.values

  /** A code proves the number that it was sent to. */
  function changePhone(memberphone: string) {
    form.setValues({ memberphone, otp: '', sid: '' })
    form.clearFieldError('memberphone')
  }

  const onProven = useEffectEvent(() => changePhone(user.member.memberphone ?? ''))
  // By the dialog in the top bar, while this form was open.
  useEffect(() => {
    if (user.verifyphone) onProven()
  }, [user.verifyphone])

  return (
    <Card
      component="form"
      size="lg"
      maw={880}
      noValidate
      aria-label="Lengkapi akun"
      onSubmit={form.onSubmit(
        (values) => save.mutate(values),
        (errors) => focusFirst(form, errors),
      )}
    >
      <FormGrid>
        <Legend>Data diri</Legend>
        <TextInput label="Nama" name="membername" autoComplete="name" maxLength={100} {...form.getInputProps('membername')} />
        <TextInput label="E-mail" name="memberemail" readOnly variant="filled" value={user.member.memberemail} />
        <Wide>
          <TextInput
            label="Kontak Telegram/WhatsApp (opsional)"
            name="membercontact"
            maxLength={100}
            {...form.getInputProps('membercontact')}
          />
        </Wide>
        <Legend line>Alamat</Legend>
        <TextInput
          label="Alamat"
          name="memberaddress"
          autoComplete="street-address"
          maxLength={300}
          {...form.getInputProps('memberaddress')}
        />
        <LocationFields
          value={{ provinceid, cityid, districtid }}
          onChange={(place) => {
            form.setValues(place)
            for (const level of ['provinceid', 'cityid', 'districtid'] as const) form.clearFieldError(level)
          }}
          errors={form.errors}
        />
        <Legend line>Verifikasi nomor</Legend>
        <PhoneField
          {...form.getInputProps('memberphone')}
          value={form.values.memberphone}
          locked={user.verifyphone}
          onChange={changePhone}
        />
        <OtpField
          ready={phoneIsLong(form.values.memberphone)}
          send={() => sendPhoneCode(form.values.memberphone)}
          onSent={(sid) => form.setValues({ sid, otp: '' })}
          value={form.values.otp}
          onChange={(otp) => form.setFieldValue('otp', otp)}
          error={form.errors.otp}
        />
        <Wide>
          <Button type="submit" className={classes.submit} disabled={form.values.otp.length < otpLength} loading={save.isPending}>
            Simpan
          </Button>
        </Wide>
      </FormGrid>
    </Card>
  )
}

const Legend = ({ line = false, children }: { line?: boolean; children: string }) => (
  <Wide>
    {line && <Divider mb="md" />}
    <Title order={2}>{children}</Title>
  </Wide>
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
