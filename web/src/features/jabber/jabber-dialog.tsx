import { otpLength } from '@lapak/contract/otp'
import { emailPattern } from '@lapak/contract/wire'
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useAddJabberId } from '#features/jabber/jabber.api.ts'
import { sendCode } from '#features/otp/otp.api.ts'
import { OtpField } from '#features/otp/otp-field.tsx'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { refusedFields } from '#lib/form-errors.ts'

/** Adds a Jabber address, with a one-time code, because it may spend the balance. */
export function JabberDialog({ onClose }: { onClose: () => void }) {
  const [sid, setSid] = useState('')
  const form = useForm({
    initialValues: { jid: '', otp: '' },
    validate: {
      jid: (jid) => (emailPattern.test(jid.trim()) ? null : 'Invalid JabberId.'),
      otp: (otp) => (otp.length !== otpLength ? 'OTP 6 characters' : sid ? null : 'Minta kode OTP dahulu'),
    },
  })
  const add = useAddJabberId(onClose)
  const asking = useAskBeforeLeaving(form.isDirty() && !add.isSuccess, 'JabberID ini belum disimpan. Tutup dan buang isiannya?')
  const complete = form.values.jid.trim() !== '' && form.values.otp !== ''
  const focusFirst = (errors: Record<string, unknown>) =>
    document.querySelector<HTMLInputElement>(`input[name="${errors.jid ? 'jid' : 'otp'}"]`)?.focus()

  function save({ jid, otp }: typeof form.values) {
    add.mutate(
      { jid, otp, sid },
      {
        onError: (error) => {
          const ofCode = (code: string) => (code.startsWith('otp.') ? ('otp' as const) : undefined)
          const errors = refusedFields<'jid' | 'otp'>(error, { otherwise: 'jid', ofCode })
          form.setErrors(errors)
          focusFirst(errors)
        },
      },
    )
  }

  return (
    <Modal opened onClose={() => !add.isPending && onClose()} title="Jabber contact" closeOnClickOutside={false} closeOnEscape={!asking}>
      <form noValidate onSubmit={form.onSubmit(save, focusFirst)}>
        <Stack gap="md">
          <TextInput
            label="JabberID"
            description="Contoh: kios.budi@jabber.id"
            name="jid"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={200}
            data-autofocus
            key={form.key('jid')}
            {...form.getInputProps('jid')}
            onBlur={() => form.values.jid && form.validateField('jid')}
          />
          <OtpField
            value={form.values.otp}
            onChange={(otp) => form.setFieldValue('otp', otp)}
            send={() => sendCode('jabber')}
            onSent={setSid}
            error={form.errors.otp}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={add.isPending} onClick={onClose}>
              Batal
            </Button>
            <Button type="submit" disabled={!complete} loading={add.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
