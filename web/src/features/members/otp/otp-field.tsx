import { type otpCalls, otpLength, otpMinutes, otpPauseSeconds } from '@lapak/contract/members/otp'
import type { DataOf } from '@lapak/contract/shared/call'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from '#features/members/otp/otp-field.module.css'
import { showSuccess } from '#ui/snackbar.ts'

type Sent = DataOf<typeof otpCalls.send>

interface OtpFieldProps {
  value: string
  onChange: (code: string) => void
  /** Sends the request for a code. */
  send: () => Promise<{ data: Sent; msg: string }>
  /** Called with the id of the code that was sent; the form sends this id together with the code. */
  onSent: (sid: string) => void
  /** Whether the fields are filled in that are needed to request a code. */
  ready?: boolean
  error?: ReactNode
}

/** A one-time code, and the button to request it. After a request the button is disabled for as long as the server would refuse another request. */
export function OtpField({ value, onChange, send, onSent, ready = true, error }: OtpFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<Sent>()
  const pause = usePause()
  const ask = useMutation({
    mutationFn: send,
    onSuccess: ({ data, msg }) => {
      pause.begin()
      setSent(data)
      onSent(data.sid)
      showSuccess(msg)
      // The pressed button is hidden now, so the focus moves to the input.
      input.current?.focus()
    },
  })

  return (
    <TextInput
      ref={input}
      label="Kode OTP"
      name="otp"
      description={sent && <span role="status">{whereTo(sent)}</span>}
      placeholder={`${otpLength} angka`}
      inputMode="numeric"
      autoComplete="one-time-code"
      classNames={{ input: classes.code }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      inputContainer={(field) => (
        <div className={classes.row}>
          {field}
          {pause.seconds > 0 ? (
            <span role="timer" className={classes.wait}>
              Kirim ulang dalam {pause.seconds} dtk
            </span>
          ) : (
            <Button variant="default" className={classes.ask} disabled={!ready} loading={ask.isPending} onClick={() => ask.mutate()}>
              {sent ? 'Kirim ulang kode' : 'Minta kode OTP'}
            </Button>
          )}
        </div>
      )}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, otpLength))}
      error={error}
    />
  )
}

const whereTo = ({ channel, destination }: Sent) =>
  `Kode dikirim lewat ${channel === 'whatsapp' ? 'WhatsApp' : 'e-mail'} ke ${destination}. Berlaku ${otpMinutes} menit.`

/** The earliest time of the next request. Shared by all forms, because the server limits requests per member. */
let nextAt = 0

/** The remaining whole seconds until another code can be requested. */
function usePause() {
  const [now, setNow] = useState(() => Date.now())
  const seconds = Math.max(0, Math.ceil((nextAt - now) / 1000))
  const running = seconds > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  function begin() {
    const begun = Date.now()
    nextAt = begun + otpPauseSeconds * 1000
    setNow(begun)
  }
  return { seconds, begin }
}
