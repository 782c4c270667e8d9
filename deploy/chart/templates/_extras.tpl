{{/* The values of a component: those of its process, or those of the migrations for both Jobs. */}}
{{- define "emissions.settings" -}}
{{- if has .component (list "migrate" "roles") -}}
{{- toJson .root.Values.migrations -}}
{{- else -}}
{{- get .root.Values.services .component | default dict | toJson -}}
{{- end -}}
{{- end }}

{{/* Entries of `extra` for a component: a map with its own values before the common ones, or both lists. */}}
{{- define "emissions.extraMap" -}}
{{- $own := (include "emissions.settings" . | fromJson).extra | default dict -}}
{{- $map := merge (get $own .field | default dict) (get .root.Values.extra .field | default dict) -}}
{{- if $map -}}{{- toYaml $map -}}{{- end -}}
{{- end }}
{{- define "emissions.extraList" -}}
{{- $own := (include "emissions.settings" . | fromJson).extra | default dict -}}
{{- $list := concat (get .root.Values.extra .field | default list) (get $own .field | default list) -}}
{{- if $list -}}{{- toYaml $list -}}{{- end -}}
{{- end }}

{{/* Labels and annotations of a pod. `.annotations` are those of its template. */}}
{{- define "emissions.podMetadata" -}}
{{- $labels := include "emissions.extraMap" (merge (dict "field" "podLabels") .) | fromYaml -}}
{{- $annotations := include "emissions.extraMap" (merge (dict "field" "podAnnotations") .) | fromYaml -}}
labels:
  {{- include "emissions.selector" . | nindent 2 }}
  {{- with merge $labels .root.Values.commonLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with merge (.annotations | default dict) $annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Where the pods of a component run: its own values replace those of all. */}}
{{- define "emissions.scheduling" -}}
{{- $scheduling := deepCopy .root.Values.scheduling -}}
{{- range $key, $value := (include "emissions.settings" . | fromJson).scheduling -}}
{{- $scheduling = set $scheduling $key $value -}}
{{- end -}}
{{- toJson $scheduling -}}
{{- end }}

{{/* The additions to a container, a pod and its volumes: of processes and Jobs alone. */}}
{{- define "emissions.extraEnvironment" -}}
{{- include "emissions.extraList" (merge (dict "field" "env") .) -}}
{{- end }}
{{- define "emissions.extraSources" -}}
{{- with include "emissions.extraList" (merge (dict "field" "envFrom") .) -}}
envFrom:
  {{- . | nindent 2 }}
{{- end -}}
{{- end }}
{{- define "emissions.extraMounts" -}}
{{- include "emissions.extraList" (merge (dict "field" "volumeMounts") .) -}}
{{- end }}
{{- define "emissions.extraVolumes" -}}
{{- include "emissions.extraList" (merge (dict "field" "volumes") .) -}}
{{- end }}
{{- define "emissions.initContainers" -}}
{{- with include "emissions.extraList" (merge (dict "field" "initContainers") .) -}}
initContainers:
  {{- . | nindent 2 }}
{{- end -}}
{{- end }}
