#!/bin/sh
# Builds the editor double with mcs into the folder $1, with the API of the Unity version $2. The tests build in their own way.
set -eu
out=${1:?usage: build.sh FOLDER [VERSION]}
version=${2:-2022.3}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out"

defines=UNITY_EDITOR
for line in 2017.1 2017.2 2018.1 2019.1 2019.2 2020.1 2021.1 2021.2 2021.3 2022.1 2022.2 2022.3 2023.1 2023.2 2023.3 \
    6000.0 6000.1 6000.2 6000.3 6000.4 6000.5 6000.6 end; do
    [ "$line" != end ] || { echo "build.sh: unknown version $version" >&2; exit 2; }
    defines="$defines;UNITY_$(echo "$line" | tr . _)_OR_NEWER"
    [ "$line" != "$version" ] || break
done

compile() {
    target=$1
    name=$2
    folder=$3
    shift 3
    find "$here/$folder" -name '*.cs' | sort >"$out/$name.rsp"
    mcs -langversion:7.2 -warn:4 -warnaserror -nologo -debug "-define:$defines" -r:System -r:System.Core "-target:$target" "-out:$out/$name" "$@" "@$out/$name.rsp"
}

compile library UnityDouble.Native.dll native
compile library UnityEngine.CoreModule.dll engine "-r:$out/UnityDouble.Native.dll"
core="-r:$out/UnityEngine.CoreModule.dll"
for part in PhysicsModule:physics AudioModule:audio AnimationModule:animation TextRenderingModule:text UIModule:ui-module \
    ImageConversionModule:image ScreenCaptureModule:screen-capture; do
    compile library "UnityEngine.${part%:*}.dll" "${part#*:}" "$core"
done
[ ! -d "$here/ui" ] || compile library UnityEngine.UI.dll ui "$core" "-r:$out/UnityEngine.UIModule.dll" "-r:$out/UnityEngine.TextRenderingModule.dll"
compile library UnityEditor.dll editor "-r:$out/UnityEngine.CoreModule.dll" "-r:$out/UnityDouble.Native.dll"
compile library nunit.framework.dll testrunner/nunit
compile library UnityEngine.TestRunner.dll testrunner/engine "-r:$out/UnityEngine.CoreModule.dll" "-r:$out/nunit.framework.dll"
mkdir -p "$out/test-framework-1.1"
for folder in . test-framework-1.1; do
    define=TEST_FRAMEWORK_1_4
    [ "$folder" = . ] || define=TEST_FRAMEWORK_1_1
    compile library "$folder/UnityEditor.TestRunner.dll" testrunner/editor "-define:$define" "-r:$out/UnityEditor.dll" "-r:$out/UnityEngine.CoreModule.dll" "-r:$out/UnityDouble.Native.dll" "-r:$out/UnityEngine.TestRunner.dll" "-r:$out/nunit.framework.dll"
done
compile exe UnityEditorDouble.exe program "-r:$out/UnityDouble.Native.dll"
compile library UnityEngine.InputLegacyModule.dll engine-check/input "-r:$out/UnityEngine.CoreModule.dll"
compile exe EngineCheck.exe engine-check "-r:$out/UnityEngine.CoreModule.dll" "-r:$out/UnityEngine.PhysicsModule.dll"
