import { otpLength, otpTooShort } from '@lapak/contract/otp'
import { emailPattern } from '@lapak/contract/wire'
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAddJabberId } from '#features/jabber/jabber.api.ts'
import { sendCode } from '#features/otp/otp.api.ts'
import { OtpField } from '#features/otp/otp-field.tsx'
import { useAskBeforeClosing } from '#lib/ask-before-leaving.ts'
import { useServerForm } from '#lib/use-server-form.ts'

/** Adds a Jabber address, with a one-time code, because it may spend the balance. */
export function JabberDialog({ onClose }: { onClose: () => void }) {
  const [sid, setSid] = useState('')
  const add = useAddJabberId(onClose)
  const { form, field, formProps, busy, unsent } = useServerForm({
    initialValues: { jid: '', otp: '' },
    validate: {
      jid: (jid) => (emailPattern.test(jid.trim()) ? null : 'Invalid JabberId.'),
      otp: (otp) => (otp.length !== otpLength ? otpTooShort : sid ? null : 'Minta kode OTP dahulu'),
    },
    send: (values) => add.mutateAsync({ ...values, sid }),
    fieldOf: { otp: 'otp', jabber: 'jid' },
  })
  const { close, asking } = useAskBeforeClosing(unsent && !add.isSuccess, 'JabberID ini belum disimpan. Tutup dan buang isiannya?', onClose)
  const complete = form.values.jid.trim() !== '' && form.values.otp !== ''

  return (
    <Modal opened onClose={() => !busy && close()} title="Jabber contact" closeOnClickOutside={false} closeOnEscape={!asking}>
      <form {...formProps}>
        <Stack gap="md">
          <TextInput
            label="JabberID"
            description="Contoh: kios.budi@jabber.id"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={200}
            data-autofocus
            {...field('jid')}
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
            <Button variant="default" disabled={busy} onClick={close}>
              Batal
            </Button>
            <Button type="submit" disabled={!complete} loading={busy}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
