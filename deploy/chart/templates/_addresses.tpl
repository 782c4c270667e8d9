{{/* Hosts with ports, separated by commas. */}}
{{- define "emissions.hosts" -}}
{{- $port := .port -}}
{{- $hosts := list -}}
{{- range .hosts -}}{{- $hosts = append $hosts (printf "%s:%v" . $port) -}}{{- end -}}
{{- join "," $hosts -}}
{{- end }}

{{- define "emissions.databaseHosts" -}}
{{- if .Values.evaluation.enabled -}}
{{- list (printf "%s-postgres" (include "emissions.fullname" .)) | toJson -}}
{{- else -}}
{{- .Values.database.hosts | toJson -}}
{{- end -}}
{{- end }}

{{- define "emissions.ownerHosts" -}}
{{- if or .Values.evaluation.enabled (not .Values.database.ownerHosts) -}}
{{- include "emissions.databaseHosts" . -}}
{{- else -}}
{{- .Values.database.ownerHosts | toJson -}}
{{- end -}}
{{- end }}

{{/* The address of a login without its password. Several hosts need target_session_attrs. */}}
{{- define "emissions.databaseUrl" -}}
{{- $database := .root.Values.database -}}
{{- $parameters := deepCopy $database.parameters -}}
{{- if include "emissions.databaseTls" .root -}}
{{- $parameters = set $parameters "sslmode" "verify-full" -}}
{{- end -}}
{{- if gt (len .hosts) 1 -}}
{{- $parameters = set $parameters "target_session_attrs" "read-write" -}}
{{- end -}}
{{- $query := list -}}
{{- range $name, $value := $parameters -}}{{- $query = append $query (printf "%s=%s" $name (urlquery $value)) -}}{{- end -}}
postgres://{{ .user }}@{{ include "emissions.hosts" (dict "hosts" .hosts "port" $database.port) }}/{{ $database.name }}
{{- with $query }}?{{ join "&" . }}{{ end -}}
{{- end }}

{{- define "emissions.natsUrl" -}}
{{- $nats := .Values.nats -}}
{{- $hosts := ternary (list (printf "%s-nats" (include "emissions.fullname" .))) $nats.hosts .Values.evaluation.enabled -}}
{{- $scheme := ternary "tls" "nats" (include "emissions.natsTls" . | eq "true") -}}
{{- $addresses := list -}}
{{- range $hosts -}}{{- $addresses = append $addresses (printf "%s://%s:%v" $scheme . $nats.port) -}}{{- end -}}
{{- join "," $addresses -}}
{{- end }}

{{/* "true", or nothing. Postgres and NATS of the evaluation mode have no TLS. */}}
{{- define "emissions.databaseTls" -}}
{{- if and .Values.database.tls.enabled (not .Values.evaluation.enabled) -}}true{{- end -}}
{{- end }}
{{- define "emissions.natsTls" -}}
{{- if and .Values.nats.tls.enabled (not .Values.evaluation.enabled) -}}true{{- end -}}
{{- end }}

{{/* The port of a URL. */}}
{{- define "emissions.portOf" -}}
{{- $url := urlParse . -}}
{{- $port := regexFind ":[0-9]+$" $url.host | trimPrefix ":" -}}
{{- if $port -}}{{- $port -}}{{- else -}}{{- ternary 443 80 (eq $url.scheme "https") -}}{{- end -}}
{{- end }}
