import { otpLength, otpTooShort } from '@lapak/contract/members/otp'
import { emailPattern } from '@lapak/contract/shared/wire'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { sendCode } from '#features/members/otp/otp.api.ts'
import { OtpField } from '#features/members/otp/otp-field.tsx'
import { useAddJabberId } from '#features/partners/jabber/jabber.api.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'

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
  const complete = form.values.jid.trim() !== '' && form.values.otp !== ''

  return (
    <FormDialog
      title="Jabber contact"
      of={{ formProps, busy }}
      loses={{ unsent: unsent && !add.isSuccess, question: 'JabberID ini belum disimpan. Tutup dan buang isiannya?' }}
      does="Save"
      ready={complete}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
