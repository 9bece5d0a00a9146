import { nameMin, nameTooShort, type User } from '@lapak/contract/auth/access'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { updateProfile } from '#features/members/members/members.api.ts'
import { type Location, LocationFields } from '#features/system/locations/location-fields.tsx'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormGrid, FullWidth } from '#ui/form-grid.tsx'
import { showSuccess } from '#ui/snackbar.ts'

interface Values extends Location {
  membername: string
  memberaddress: string
  membercontact: string
}

/** The editable fields of the profile; e-mail address and phone are read-only. */
export function ProfileForm({ user }: { user: User }) {
  const { form, field, formProps, busy, unsent } = useServerForm<Values, string>({
    initialValues: valuesOf(user),
    validate: {
      membername: (name) => (name.trim() === '' ? 'Please fill' : name.trim().length < nameMin ? nameTooShort : null),
      cityid: (city, { provinceid }) => (provinceid && !city ? 'Pilih kota/kabupaten' : null),
      districtid: (district, { cityid }) => (cityid && !district ? 'Pilih kecamatan' : null),
    },
    send: (values) => updateProfile(sentOf(values)),
    onSuccess: showSuccess,
    fieldByErrorCode: { location: 'provinceid' },
  })
  const dirty = form.isDirty()
  useConfirmLeave(unsent, 'Perubahan profil belum disimpan. Tinggalkan dan buang isiannya?')

  const { provinceid, cityid, districtid } = form.values
  return (
    <form {...formProps}>
      <FormGrid>
        <TextInput label="Nama" autoComplete="name" maxLength={100} {...field('membername')} />
        <TextInput
          label="E-mail"
          name="memberemail"
          value={user.member.memberemail}
          readOnly
          variant="filled"
          rightSection={<IconLock size={16} aria-hidden />}
        />
        <PhoneField user={user} />
        <TextInput
          label="Kontak"
          description="Telegram atau WhatsApp yang dilihat suplier dan pembeli"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          maxLength={100}
          {...field('membercontact')}
        />
        <FullWidth>
          <TextInput label="Alamat" autoComplete="street-address" maxLength={300} {...field('memberaddress')} />
        </FullWidth>
        <FullWidth>
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
        </FullWidth>
        <FullWidth>
          <Group gap="xs">
            <Button type="submit" disabled={!dirty} loading={busy}>
              Simpan
            </Button>
            {dirty && (
              <Button variant="subtle" color="gray" disabled={busy} onClick={() => form.reset()}>
                Batalkan perubahan
              </Button>
            )}
          </Group>
        </FullWidth>
      </FormGrid>
    </form>
  )
}

/** Read-only: the number changes only by a new verification, which the button in the top bar starts. */
function PhoneField({ user: { verifyphone, member } }: { user: User }) {
  return (
    <TextInput
      label="Nomor telepon"
      name="memberphone"
      value={member.memberphone ?? ''}
      readOnly
      placeholder="Belum diisi"
      variant="filled"
      rightSection={verifyphone && <IconLock size={16} aria-hidden />}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        verifyphone ? (
          'Sudah diverifikasi, tidak dapat diganti'
        ) : (
          <Text span inherit c="orange.8">
            Belum diverifikasi. Pakai tombol verifikasi telepon di bagian atas halaman.
          </Text>
        )
      }
    />
  )
}

const textOf = (id: bigint | null) => id?.toString() ?? ''
const idOf = (text: string) => (text === '' ? null : Number(text))

function valuesOf({ member }: User): Values {
  return {
    membername: member.membername,
    memberaddress: member.memberaddress ?? '',
    membercontact: member.membercontact ?? '',
    provinceid: textOf(member.provinceid),
    cityid: textOf(member.cityid),
    districtid: textOf(member.districtid),
  }
}

function sentOf({ membername, memberaddress, membercontact, provinceid, cityid, districtid }: Values) {
  return {
    membername,
    memberaddress: memberaddress.trim() || null,
    membercontact: membercontact.trim() || null,
    provinceid: idOf(provinceid),
    cityid: idOf(cityid),
    districtid: idOf(districtid),
  }
}
