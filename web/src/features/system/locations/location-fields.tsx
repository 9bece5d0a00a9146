import { Select } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import classes from '#features/system/locations/location-fields.module.css'
import { citiesQuery, districtsQuery, provincesQuery } from '#features/system/locations/locations.api.ts'

/** Ids as text, as selects require; empty if nothing is selected. */
export interface Place {
  provinceid: string
  cityid: string
  districtid: string
}

interface LocationFieldsProps {
  value: Place
  onChange: (place: Place) => void
  errors?: { [Level in keyof Place]?: ReactNode }
}

/** Province, city, district: each select offers the places within the previous one. */
export function LocationFields({ value, onChange, errors = {} }: LocationFieldsProps) {
  const provinces = useQuery({
    ...provincesQuery,
    select: (all) => all.map(({ provinceid, provincename }) => ({ value: `${provinceid}`, label: provincename })),
  })
  const cities = useQuery({
    ...citiesQuery(value.provinceid),
    select: (all) => all.map(({ cityid, cityname }) => ({ value: `${cityid}`, label: cityname })),
  })
  const districts = useQuery({
    ...districtsQuery(value.cityid),
    select: (all) => all.map(({ districtid, districtname }) => ({ value: `${districtid}`, label: districtname })),
  })
  return (
    <>
      <LevelField
        label="Provinsi"
        name="provinceid"
        choices={provinces}
        value={value.provinceid}
        onChange={(provinceid) => onChange({ provinceid, cityid: '', districtid: '' })}
        error={errors.provinceid}
      />
      <LevelField
        label="Kota/Kabupaten"
        name="cityid"
        choices={cities}
        needs={value.provinceid ? null : 'Pilih provinsi dahulu'}
        value={value.cityid}
        onChange={(cityid) => onChange({ ...value, cityid, districtid: '' })}
        error={errors.cityid}
      />
      <LevelField
        label="Kecamatan"
        name="districtid"
        choices={districts}
        needs={value.cityid ? null : 'Pilih kota dahulu'}
        value={value.districtid}
        onChange={(districtid) => onChange({ ...value, districtid })}
        error={errors.districtid}
      />
    </>
  )
}

interface LevelFieldProps {
  label: string
  name: keyof Place
  choices: UseQueryResult<{ value: string; label: string }[]>
  /** Text that asks for the previous selection. */
  needs?: string | null
  value: string
  onChange: (value: string) => void
  error?: ReactNode
}

function LevelField({ label, name, choices, needs, value, onChange, error }: LevelFieldProps) {
  const loading = !needs && choices.isFetching && !choices.data
  return (
    <Select
      size="md"
      label={label}
      name={name}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      // The list itself scrolls, so that it is one scroll container with the field that receives the arrow keys.
      withScrollArea={false}
      classNames={{ options: classes.options, option: classes.option }}
      placeholder={needs ?? (loading ? 'Memuat…' : `Pilih ${label.toLowerCase()}`)}
      nothingFoundMessage={choices.isError ? 'Daftar belum bisa dimuat' : loading ? 'Memuat…' : 'Tidak ditemukan'}
      disabled={Boolean(needs)}
      loading={loading}
      data={choices.data ?? []}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      // Opening repeats a failed request.
      onDropdownOpen={() => choices.isError && void choices.refetch()}
      error={error ?? (choices.isError && !loading ? choices.error.message : null)}
    />
  )
}
