{{/* Variables of a process, without secrets: these are files. */}}
{{- define "emissions.environment" -}}
{{- $root := .root -}}
{{- $v := $root.Values -}}
{{- $fullname := include "emissions.fullname" $root -}}
{{- $env := dict
  "LOG_LEVEL" $v.logLevel
  "NATS_URL" (include "emissions.natsUrl" $root)
  "OTEL_EXPORTER_OTLP_ENDPOINT" $v.tracing.url -}}
{{- if and (include "emissions.natsTls" $root) $v.nats.tls.caSecret.name -}}
{{- $env = set $env "NATS_CA_FILE" "/nats-ca/ca.crt" -}}
{{- end -}}
{{- range include "emissions.secretKeys" . | fromJsonArray -}}
{{- $env = set $env (printf "%s_FILE" .) (printf "/secrets/%s" .) -}}
{{- end -}}
{{- if .process.schema -}}
{{- $hosts := include "emissions.databaseHosts" $root | fromJsonArray -}}
{{- $login := dict "root" $root "user" (printf "emissions_%s" (.process.runs | default .name)) "hosts" $hosts -}}
{{- $env = set $env "DATABASE_URL" (include "emissions.databaseUrl" $login) -}}
{{- if and .process.standby $v.database.standbyHost (not $v.evaluation.enabled) -}}
{{- $login = set $login "hosts" (list $v.database.standbyHost) -}}
{{- $env = set $env "DATABASE_STANDBY_URL" (include "emissions.databaseUrl" $login) -}}
{{- end -}}
{{- $env = merge $env (include "emissions.databaseFiles" $root | fromJson) -}}
{{- $env = set $env "PRINCIPAL_KEYS_FILE" "/principals/keys.json" -}}
{{- if $v.tls.enabled -}}
{{- $env = merge $env (dict "TLS_CERT_FILE" "/tls/tls.crt" "TLS_KEY_FILE" "/tls/tls.key" "TLS_CA_FILE" "/tls/ca.crt") -}}
{{- end -}}
{{- end -}}
{{- $processes := include "emissions.processes" $root | fromYaml -}}
{{- range .process.calls -}}
{{- $address := printf "%s://%s-%s:%v" (ternary "https" "http" $v.tls.enabled) $fullname . (get $processes .).port -}}
{{- $env = set $env (printf "%s_URL" (upper .)) $address -}}
{{- end -}}
{{- $env = merge (deepCopy (get $v.services .name).env) (.process.settings | default dict) $env -}}
{{- $extra := include "emissions.extraEnvironment" . -}}
{{- $taken := list -}}
{{- range fromYamlArray $extra -}}{{- $taken = append $taken .name -}}{{- end -}}
{{- range $name, $value := $env }}
{{- if and $value (not (has $name $taken)) }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- with $extra }}
{{ . }}
{{- end }}
{{- end }}

{{- define "emissions.databaseFiles" -}}
{{- if and (include "emissions.databaseTls" .) .Values.database.tls.caSecret.name -}}
{{- dict "DATABASE_CA_FILE" "/database-ca/ca.crt" | toJson -}}
{{- else -}}
{}
{{- end -}}
{{- end }}
