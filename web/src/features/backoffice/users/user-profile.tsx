import { nameMin, nameTooShort } from '@lapak/contract/auth/access'
import type { UserDetail } from '@lapak/contract/backoffice/users'
import { memberStatus } from '@lapak/contract/backoffice/users'
import { wib } from '@lapak/contract/shared/time-text'
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBan, IconLockOpen, IconMail, IconUserShield } from '@tabler/icons-react'
import { MemberActionForm } from '#features/backoffice/users/member-action-form.tsx'
import { UserState } from '#features/backoffice/users/user-state.tsx'
import { useChangeUser, useResendActivation } from '#features/backoffice/users/users.api.ts'
import { type Location, LocationFields } from '#features/system/locations/location-fields.tsx'
import { reasonError } from '#lib/reason-error.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { Facts } from '#ui/facts.tsx'
import { FormGrid, FullWidth } from '#ui/form-grid.tsx'

/** The member's personal data, the form to correct the data, and the button to block the member. */
export function UserProfile({ of, id }: { of: UserDetail; id: string }) {
  const resend = useResendActivation(id)
  return (
    <Stack gap="lg">
      {of.own && (
        <Alert color="blue" icon={<IconUserShield size={20} />}>
          Ini akun Anda sendiri. Perubahannya dilakukan admin lain, atau di halaman profil.
        </Alert>
      )}
      <Facts facts={factsOf(of)} />
      {!of.user.confm && (
        <Group justify="flex-end">
          <Button
            variant="default"
            leftSection={<IconMail size={18} aria-hidden />}
            loading={resend.isPending}
            onClick={() => resend.mutate()}
          >
            Kirim ulang e-mail aktivasi
          </Button>
        </Group>
      )}
      <UserForm key={`${of.updateat.getTime()} ${of.waiting !== null}`} of={of} />
      <UserBlocking of={of} />
    </Stack>
  )
}

const factsOf = ({ user, member, location, createat, lastactiveat }: UserDetail) => [
  { label: 'ID member', value: member.memberid.toString() },
  { label: 'Status', value: <UserState status={member.memberstatus} /> },
  { label: 'Konfirmasi e-mail', value: user.confm ? 'Ya' : 'Belum' },
  { label: 'Telp', value: user.verifyphone ? 'Sudah diverifikasi' : 'Belum diverifikasi' },
  { label: 'Syarat dan ketentuan', value: member.syaratketentuan ? 'Disetujui' : 'Belum disetujui' },
  { label: 'Lokasi', value: location },
  { label: 'Virtual account', value: user.va.map(({ bank, nova }) => `${bank} ${nova}`).join(', ') || 'Belum ada' },
  { label: 'Bergabung', value: wib(createat) },
  { label: 'Terakhir aktif', value: lastactiveat && `${wib(lastactiveat)} (${relativeTime(lastactiveat)})` },
]

/** Blocks or unblocks the member. */
function UserBlocking({ of }: { of: UserDetail }) {
  const change = useChangeUser()
  const [asking, { open, close }] = useDisclosure()
  const { memberid, memberstatus } = of.member
  const sells = of.user.roles.some(({ name }) => name === 'ROLE_SELLER')
  const blocked = memberstatus === memberStatus.blocked
  const send = (reason: string) =>
    change.mutateAsync({ memberid: Number(memberid), memberstatus: blocked ? memberStatus.active : memberStatus.blocked, reason })
  return (
    <>
      {blocked && (
        <Alert color="red" icon={<IconBan size={20} />} title="Member ini diblokir">
          {of.block ? `${of.block.reason} (${of.block.by}, ${wib(of.block.at)})` : 'Akunnya ditutup karena member keluar.'}
        </Alert>
      )}
      {of.own ? null : asking ? (
        <MemberActionForm
          label={blocked ? 'Buka blokir' : 'Blokir member'}
          danger={!blocked}
          question={blocked ? undefined : `Blokir ${of.member.membername}?`}
          send={send}
          onEnd={close}
        >
          {blocked
            ? 'Member bisa masuk lagi dan API key-nya diterima, seperti sebelum diblokir.'
            : `Semua sesinya diakhiri, dan login, API serta Jabber ditolak.${sells ? ' Tokonya tutup.' : ''} Pesanan yang berjalan diselesaikan.`}
        </MemberActionForm>
      ) : (
        <Group justify="flex-end">
          <Button
            variant="default"
            {...(!blocked && { color: 'red' })}
            leftSection={blocked ? <IconLockOpen size={18} aria-hidden /> : <IconBan size={18} aria-hidden />}
            onClick={open}
          >
            {blocked ? 'Buka blokir' : 'Blokir'}
          </Button>
        </Group>
      )}
    </>
  )
}

// — User form

interface Values extends Location {
  membername: string
  memberemail: string
  memberphone: string
  memberaddress: string
  membercontact: string
  reason: string
}

/** Personal data that an administrator may correct. */
function UserForm({ of }: { of: UserDetail }) {
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
    fieldByErrorCode: { location: 'provinceid' },
  })
  useConfirmLeave(unsent, 'Perubahan belum disimpan. Tinggalkan dan buang isiannya?')
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
        <FullWidth>
          <TextInput label="Alamat" autoComplete="off" maxLength={300} readOnly={of.own} {...field('memberaddress')} />
        </FullWidth>
        {of.own ? null : (
          <>
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
              <TextInput label="Alasan" description="Dibaca member" autoComplete="off" maxLength={300} {...field('reason')} />
            </FullWidth>
            <FullWidth>
              <Group justify="flex-end">
                <Button type="submit" disabled={!form.isDirty()} loading={busy}>
                  Simpan
                </Button>
              </Group>
            </FullWidth>
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

/** Sends only the changed fields. */
function changesOf(before: Values, { reason: _, ...after }: Values) {
  const changed = Object.entries(after).filter(([name, value]) => value.trim() !== before[name as keyof Values])
  return Object.fromEntries(
    changed.map(([name, value]) => [name, name.endsWith('id') ? (value === '' ? null : Number(value)) : value.trim() || null]),
  )
}
