import { nameMin, nameTooShort } from '@lapak/contract/auth/access'
import type { UserDetail } from '@lapak/contract/backoffice/users'
import { Button, Group, TextInput } from '@mantine/core'
import { useChangeUser } from '#features/backoffice/users/users.api.ts'
import { LocationFields, type Place } from '#features/system/locations/location-fields.tsx'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormGrid, Wide } from '#ui/form-grid.tsx'

interface Values extends Place {
  membername: string
  memberemail: string
  memberphone: string
  memberaddress: string
  membercontact: string
  reason: string
}

/** What the member is known by, as an administrator puts it right. */
export function UserForm({ of }: { of: UserDetail }) {
  const change = useChangeUser()
  const before = valuesOf(of)
  const { form, field, formProps, busy, unsent } = useServerForm<Values, unknown>({
    initialValues: before,
    validate: {
      membername: (name) => (name.trim() === '' ? 'Please fill' : name.trim().length < nameMin ? nameTooShort : null),
      memberemail: (email) => (email.trim() === '' ? 'E-mail is required' : null),
      cityid: (city, { provinceid }) => (provinceid && !city ? 'Pilih kota/kabupaten' : null),
      districtid: (district, { cityid }) => (cityid && !district ? 'Pilih kecamatan' : null),
      reason: reasonError,
    },
    send: (values) =>
      change.mutateAsync({
        memberid: Number(of.member.memberid),
        updateat: of.updateat.toISOString(),
        ...changesOf(before, values),
        reason: values.reason.trim(),
      }),
    fieldOf: { location: 'provinceid' },
  })
  useAskBeforeLeaving(unsent, 'Perubahan belum disimpan. Tinggalkan dan buang isiannya?')
  const { provinceid, cityid, districtid } = form.values
  const administrator = of.user.roles.some(({ name }) => name === 'ROLE_ADMIN')
  const fixed = of.own || administrator
  return (
    <form {...formProps} aria-label="Data member">
      <FormGrid>
        <TextInput label="Nama" autoComplete="off" maxLength={100} readOnly={of.own} {...field('membername')} />
        <TextInput
          label="E-mail"
          description={fixed ? undefined : 'E-mail lain mengakhiri semua sesi, dan perlu admin kedua'}
          autoComplete="off"
          maxLength={200}
          readOnly={fixed}
          {...field('memberemail')}
        />
        <TextInput
          label="Nomor telp"
          description={fixed ? undefined : 'Nomor lain harus diverifikasi member lagi'}
          autoComplete="off"
          maxLength={30}
          readOnly={fixed}
          {...field('memberphone')}
        />
        <TextInput label="Kontak" autoComplete="off" maxLength={100} readOnly={of.own} {...field('membercontact')} />
        <Wide>
          <TextInput label="Alamat" autoComplete="off" maxLength={300} readOnly={of.own} {...field('memberaddress')} />
        </Wide>
        {of.own ? null : (
          <>
            <Wide>
              <FormGrid columns={3}>
                <LocationFields
                  value={{ provinceid, cityid, districtid }}
                  onChange={(place) => {
                    form.setValues(place)
                    for (const level of ['provinceid', 'cityid', 'districtid']) form.clearFieldError(level)
                  }}
                  errors={{ provinceid: form.errors.provinceid, cityid: form.errors.cityid, districtid: form.errors.districtid }}
                />
              </FormGrid>
            </Wide>
            <Wide>
              <TextInput label="Alasan" description="Dibaca member" autoComplete="off" maxLength={300} {...field('reason')} />
            </Wide>
            <Wide>
              <Group justify="flex-end">
                <Button type="submit" disabled={!form.isDirty()} loading={busy}>
                  Simpan
                </Button>
              </Group>
            </Wide>
          </>
        )}
      </FormGrid>
    </form>
  )
}

const textOf = (id: bigint | null) => id?.toString() ?? ''

function valuesOf({ member }: UserDetail): Values {
  return {
    membername: member.membername,
    memberemail: member.memberemail,
    memberphone: member.memberphone ?? '',
    memberaddress: member.memberaddress ?? '',
    membercontact: member.membercontact ?? '',
    provinceid: textOf(member.provinceid),
    cityid: textOf(member.cityid),
    districtid: textOf(member.districtid),
    reason: '',
  }
}

/** Only what differs is asked for. */
function changesOf(before: Values, { reason: _, ...after }: Values) {
  const changed = Object.entries(after).filter(([name, value]) => value.trim() !== before[name as keyof Values])
  return Object.fromEntries(
    changed.map(([name, value]) => [name, name.endsWith('id') ? (value === '' ? null : Number(value)) : value.trim() || null]),
  )
}
