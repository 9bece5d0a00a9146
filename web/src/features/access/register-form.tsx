import { nameMin, passwordMin } from '@lapak/contract/access'
import { emailPattern } from '@lapak/contract/wire'
import { Button, Checkbox, PasswordInput, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type Registration, register } from '#features/access/account.api.ts'
import classes from '#features/access/register-form.module.css'
import { showRefused } from '#features/access/show-refused.ts'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { focusFirst } from '#lib/form-errors.ts'
import { sayDone, sayError } from '#ui/snackbar.ts'

const empty = { nama: '', email: '', phone: '', password: '', confmpassword: '', agreed: false }
const required = ['nama', 'email', 'password', 'confmpassword'] as const
const toggle = { 'aria-label': 'Tampilkan atau sembunyikan password' }

interface RegisterFormProps {
  onRegistered: (email: string) => void
  onShowTerms: () => void
}

export function RegisterForm({ onRegistered, onShowTerms }: RegisterFormProps) {
  const form = useRegistration()
  const send = useMutation({
    mutationFn: (registration: Registration) => register(registration),
    onSuccess: ({ msg }, { email }) => {
      sayDone(msg)
      onRegistered(email)
    },
    onError: (error) => showRefused(form, error),
  })
  useAskBeforeLeaving(form.isDirty() && !send.isSuccess, 'Pendaftaran belum dikirim. Tinggalkan halaman ini?')

  function refuse(errors: typeof form.errors) {
    if (required.some((name) => !form.values[name].trim())) sayError('Please fill all fields')
    if (errors.agreed) sayError('Please agree to the terms and conditions')
    focusFirst(form, errors)
  }

  const field = (name: Exclude<keyof typeof empty, 'agreed'>) => ({ name, key: form.key(name), ...form.getInputProps(name) })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ agreed: _, ...values }) => send.mutate({ ...values, nama: values.nama.trim(), email: values.email.trim() }),
        refuse,
      )}
    >
      <Stack gap="md">
        <TextInput label="Nama" autoComplete="name" autoFocus maxLength={100} {...field('nama')} />
        <TextInput label="E-mail" type="email" autoComplete="email" maxLength={200} {...field('email')} />
        <TextInput
          label="Nomor HP (opsional)"
          type="tel"
          autoComplete="tel"
          maxLength={30}
          placeholder="0812 3456 7890"
          {...field('phone')}
        />
        <PasswordInput
          label="Password"
          description={`Paling sedikit ${passwordMin.register} karakter`}
          autoComplete="new-password"
          maxLength={200}
          visibilityToggleButtonProps={toggle}
          {...field('password')}
        />
        <PasswordInput
          label="Ulangi password"
          autoComplete="new-password"
          maxLength={200}
          visibilityToggleButtonProps={toggle}
          {...field('confmpassword')}
        />
        <div>
          <Checkbox
            label="Saya setuju dengan syarat dan ketentuan"
            name="agreed"
            size="md"
            classNames={{ body: classes.agreement }}
            key={form.key('agreed')}
            {...form.getInputProps('agreed', { type: 'checkbox' })}
          />
          <UnstyledButton className={classes.terms} onClick={onShowTerms}>
            Baca syarat dan ketentuan
          </UnstyledButton>
        </div>
        <Button type="submit" fullWidth loading={send.isPending || send.isSuccess}>
          Sign UP
        </Button>
      </Stack>
    </form>
  )
}

function useRegistration() {
  return useForm({
    initialValues: empty,
    validate: {
      nama: (name) => missing(name) ?? (name.trim().length < nameMin ? `Name must be at least ${nameMin} characters` : null),
      email: (email) => missing(email) ?? (emailPattern.test(email.trim()) ? null : 'E-mail must be valid'),
      password: (password) =>
        missing(password) ??
        (password.length < passwordMin.register ? `Password must be at least ${passwordMin.register} characters` : null),
      confmpassword: (again, { password }) => missing(again) ?? (again === password ? null : 'Password not match'),
      agreed: (agreed) => (agreed ? null : 'You must agree to continue!'),
    },
  })
}

const missing = (text: string) => (text.trim() ? null : 'Please fill')
